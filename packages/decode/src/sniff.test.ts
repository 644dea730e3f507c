import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sniff } from "./index.ts";

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...part].map((c) => c.charCodeAt(0)) : part)));

const ftyp = (size: number, ...brands: string[]): Uint8Array => bytes([0, 0, 0, size], "ftyp", ...brands);

describe("sniff", () => {
  it.each([
    ["jpeg", "JFIF", bytes([0xff, 0xd8, 0xff, 0xe0], "..JFIF")],
    ["jpeg", "a bare quantization table", bytes([0xff, 0xd8, 0xff, 0xdb])],
    ["png", "the eight bytes", bytes([0x89], "PNG\r\n", [0x1a], "\n")],
    ["gif", "87a", bytes("GIF87a")],
    ["gif", "89a", bytes("GIF89a")],
    ["webp", "lossy", bytes("RIFF", [0, 0, 0, 0], "WEBPVP8 ")],
    ["webp", "lossless", bytes("RIFF", [0xff, 0xff, 0xff, 0xff], "WEBPVP8L")],
    ["webp", "extended", bytes("RIFF....WEBPVP8X")],
    ["avif", "major brand avif", ftyp(24, "avif", "\0\0\0\0", "mif1", "miaf")],
    ["avif", "major brand avis", ftyp(16, "avis", "\0\0\0\0")],
    ["avif", "compatible brand avif", ftyp(24, "mif1", "\0\0\0\0", "miaf", "avif")],
    ["avif", "compatible brand avis", ftyp(20, "msf1", "\0\0\0\0", "avis")],
  ] as const)("recognizes %s by its bytes: %s", (format, _why, given) => {
    expect(sniff(given)).toBe(format);
  });

  it.each([
    ["nothing", bytes()],
    ["only a start of image", bytes([0xff, 0xd8])],
    ["a JPEG marker one byte late", bytes([0x00, 0xff, 0xd8, 0xff])],
    ["PNG with its line endings translated", bytes([0x89], "PNG\n", [0x1a], "\n\n")],
    ["PNG cut inside its signature", bytes([0x89], "PNG\r\n", [0x1a])],
    ["MNG", bytes([0x8a], "MNG\r\n", [0x1a], "\n")],
    ["GIF88a", bytes("GIF88a")],
    ["gif89a in lower case", bytes("gif89a")],
    ["a RIFF audio file", bytes("RIFF....WAVEfmt ")],
    ["WebP with an unknown first chunk", bytes("RIFF....WEBPVP9 ")],
    ["WebP cut before its first chunk", bytes("RIFF....WEBP")],
    ["HEIC", ftyp(24, "heic", "\0\0\0\0", "mif1", "heic")],
    ["HEIF without a codec", ftyp(16, "mif1", "\0\0\0\0")],
    ["MP4", ftyp(20, "isom", "\0\0\0\0", "mp41")],
    ["an avif brand as the minor version", ftyp(20, "heic", "avif", "mif1")],
    ["an avif brand past the box's end", ftyp(20, "heic", "\0\0\0\0", "mif1", "avif")],
    ["an avif brand across two fields", ftyp(24, "heic", "\0\0\0\0", "..av", "if..")],
    ["an avif brand in a box without a size", ftyp(0, "avif", "\0\0\0\0")],
    ["an avif brand in a box of letters", bytes("    ftypavif    ")],
    ["an avif brand in a box of more than 1024 bytes", bytes([0, 0, 4, 4], "ftypavif", "\0\0\0\0")],
    ["an avif brand in a box of a size that is no multiple of four", ftyp(25, "avif", "\0\0\0\0", "miaf")],
    ["SVG", bytes("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["TIFF, little endian", bytes("II", [0x2a, 0x00])],
    ["BMP", bytes("BM......")],
    ["PDF", bytes("%PDF-1.7")],
    ["JPEG XL", bytes([0xff, 0x0a])],
    ["JPEG 2000", bytes([0, 0, 0, 12], "jP  \r\n", [0x87], "\n")],
    ["a name", bytes("photo.jpg")],
  ])("takes %s for none of the formats", (_what, given) => {
    expect(sniff(given)).toBeNull();
  });

  it("returns a result for any bytes, based on the first ones only", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.uint8Array({ maxLength: 64 }), (head, tail) => {
        const gif = Uint8Array.of(...bytes("GIF89a"), ...tail);
        return sniff(gif) === "gif" && (sniff(head) === null || head.length >= 3);
      }),
    );
  });
});
