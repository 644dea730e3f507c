import type { Readable } from "node:stream";

/** Reads a stream to its end and keeps only what was last on it: the line that names an error there, or the last line. */
export const createTail = (stream: Readable): (() => string) => {
  let kept = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    kept = (kept + text).slice(-KEPT_CHARACTERS);
  });
  stream.on("error", () => {});
  return () => {
    const lines = kept.split("\n").filter((line) => line.trim() !== "");
    return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? "").trim().slice(0, TOLD_CHARACTERS);
  };
};

const KEPT_CHARACTERS = 4000;
const TOLD_CHARACTERS = 300;
