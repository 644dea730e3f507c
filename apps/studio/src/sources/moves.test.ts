import { describe, expect, it } from "vitest";
import { moves } from "./moves.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("moves", () => {
  it.each([
    ["an extended WebP with the bit of animation", "webp", "RIFF....WEBPVP8X....\u0002", true],
    ["an extended WebP with alpha only", "webp", "RIFF....WEBPVP8X....\u0010", false],
    ["a PNG with the chunk of animation before its pixels", "png", "\u0089PNG IHDR acTL IDAT", true],
    ["a PNG with those letters among its pixels", "png", "\u0089PNG IHDR IDAT acTL", false],
    ["an AVIF sequence", "avif", "\0\0\0\u0018ftypavis\0\0\0\0avif", true],
    ["an AVIF still", "avif", "\0\0\0\u0018ftypavif\0\0\0\0mif1", false],
    ["a JPEG", "jpeg", "\u00ff\u00d8\u00ff", false],
    ["any GIF, because its first bytes do not tell", "gif", "GIF89a", true],
  ] as const)("tells %s", (_what, format, text, expected) => {
    expect(moves(bytes(text), format)).toBe(expected);
  });
});
