// A picture inside a terminal program: npm install lumiglyph ink react && node picture.mjs photo.png
import { Box, render, Text } from "ink";
import { draw } from "lumiglyph";
import { createElement as h, useEffect, useState } from "react";

/** What the terminal shows, by bits of color; without a terminal and with NO_COLOR there is no color. */
const COLORS = {
  1: { format: "text" },
  4: { format: "ansi", color: true, colors: "16" },
  8: { format: "ansi", color: true, colors: "256" },
  24: { format: "ansi", color: true },
};
const colors = COLORS[process.stdout.getColorDepth?.() ?? 1];

/** A picture of so many columns, in the terminal's colors. */
const Picture = ({ src, columns }) => {
  const [art, setArt] = useState("…");
  useEffect(() => {
    draw(src, { columns, ...colors }).then(
      ({ text }) => setArt(text.trimEnd()),
      (error) => setArt(error.message),
    );
  }, [src, columns]);
  return h(Text, { wrap: "truncate" }, art);
};

render(
  h(
    Box,
    { flexDirection: "column", borderStyle: "round", alignSelf: "flex-start" },
    h(Picture, { src: process.argv[2] ?? "photo.png", columns: 40 }),
    h(Text, { dimColor: true }, "drawn by lumiglyph"),
  ),
);
