import { LumiGlyph } from "@lumiglyph/element/react";
import { createElement, useState } from "react";
import { createRoot } from "react-dom/client";

const Portrait = () => {
  const [columns, setColumns] = useState(30);
  const [drawn, setDrawn] = useState(0);
  return createElement(
    "div",
    null,
    createElement(LumiGlyph, {
      ...{ src: "/photo.png", alt: "A portrait", columns, color: true, live: false },
      "auto-optimize": 0,
      onDrawn: ({ columns: wide }) => setDrawn(wide),
    }),
    createElement("p", null, `${drawn} columns`),
    createElement("button", { type: "button", onClick: () => setColumns(50) }, "More"),
  );
};

createRoot(document.getElementById("root")!).render(createElement(Portrait));
