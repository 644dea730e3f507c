import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { ATLAS } from "@lumiglyph/engine";
import { parse } from "parse5";
import { expect, test } from "vitest";
import { encodeHtml, type PlayedVideo, SCRIPT_HASH, STYLE_HASH } from "./html-player.ts";
import { cellFrame, encoderParts } from "./testing.ts";

const page = async (name = "cat"): Promise<string> => {
  const frames = [
    cellFrame(0, ["a<", "&b"]),
    cellFrame(0.5, ["a<", "&c"]),
    cellFrame(0.75, ["a<", "&c"], { invert: true }),
  ];
  return (await encodeHtml(encoderParts(frames, 1, name))).text();
};

const hashOf = (file: string): string =>
  `sha256-${createHash("sha256")
    .update(readFileSync(new URL(`./${file}`, import.meta.url)))
    .digest("base64")}`;

test("the player's policy allows its own script and style", () => {
  expect([SCRIPT_HASH, STYLE_HASH]).toEqual([hashOf("player.js"), hashOf("player.css")]);
});

test("the player is valid HTML that fetches nothing, whatever the video's name", async () => {
  const text = await page(`"><script>alert(1)</script>&`);
  const errors: string[] = [];
  parse(text, { onParseError: ({ code }) => errors.push(code) });
  expect(errors).toEqual([]);
  expect(text).toContain("default-src 'none'");
  expect(text).toContain("<title>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;</title>");
  expect(text).not.toMatch(/https?:|\bsrc=|\bhref|url\(|@import/);
});

test("the player has the first frame as text, for readers without JavaScript", async () => {
  expect(await page()).toContain("\na&lt;\n&amp;b\n</pre>");
});

test("the frames are deflated deltas with their times and styles", async () => {
  const { video } = /id="video">(?<video>[^<]*)</.exec(await page())!.groups as { video: string };
  const { columns, rows, styles, shapes, end, data } = JSON.parse(video) as PlayedVideo;
  expect(shapes).toEqual({
    ...{ " ": [1, 2, 0, 1], "░": [1, 1, 1, 0.25], "▒": [1, 1, 1, 0.5], "▓": [1, 1, 1, 0.75], "█": [1, 2, 3, 1] },
  });
  expect([columns, rows, end]).toEqual([2, 2, 1000]);
  const letters = { isColored: false, isFilled: false, glyphs: ATLAS.glyphs.join("") };
  expect(styles).toEqual([
    { ...letters, ground: [0, 0, 0], ink: [229, 229, 229] },
    { ...letters, ground: [245, 242, 234], ink: [35, 40, 56] },
  ]);
  const [a, b, c, less, and] = [..."abc<&"].map((glyph) => ATLAS.indexOf(glyph));
  expect([...inflateRawSync(Buffer.from(data, "base64"))]).toEqual([
    ...[0, 0, 6, 0, 4, a, less, and, b],
    // 500 and 250 in seven bits per byte
    ...[0xf4, 3, 0, 3, 3, 1, c],
    ...[0xfa, 1, 1, 6, 0, 4, a, less, and, c],
  ]);
});
