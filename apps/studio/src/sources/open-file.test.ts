import { readdirSync, readFileSync } from "node:fs";
import { ERROR_CODES, INPUT_FORMAT_NAMES, type InputFormat } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it, test } from "vitest";
import { fixture } from "../../../../tests/support/fixtures.ts";
import { createTestHost } from "../app/testing.ts";
import { faultCard } from "./fault-cards.ts";
import { isVideo, moves, openFile, sizeInHeader } from "./open-file.ts";

const refusesAll = { decode: () => Promise.reject(new DOMException("The source image could not be decoded.")) };

/** The card that opening a file ends in, with its actions. */
const cardFor = async (file: Blob, name: string, host: object = refusesAll) => {
  const opening = await openFile(file, name, { ...createTestHost().host, ...host });
  if (!("error" in opening)) throw new Error("it opened");
  const card = faultCard(opening.error, { pick() {}, shrink() {}, useColumns() {}, openCamera() {} });
  expect(ERROR_CODES).toContain(card.code);
  return [card.code, card.title, card.says, card.ways.map(({ label }) => label)];
};

const AGAIN = "Export or download it again, then drop it here.";

describe("openPicture", () => {
  const WORK = "JPEG, PNG, WebP, GIF, AVIF and SVG work.";

  it.each([
    ["text.txt", "Not a picture we can read", WORK],
    ["page.html", "Not a picture we can read", WORK],
    ["document.pdf", "PDF files cannot be opened here", `Take a screenshot of the page, or export it as PNG. ${WORK}`],
    ["picture.bmp", "BMP files cannot be opened here", `Save it as PNG first. ${WORK}`],
    ["picture.tiff", "TIFF files cannot be opened here", `Save it as PNG first. ${WORK}`],
  ])("rejects bad/%s as unsupported, and says what to do", async (name, title, says) => {
    const card = ["image_format_unsupported", title, says, ["Open another file"]];
    expect(await cardFor(fixture(`bad/${name}`), name)).toEqual(card);
  });

  it("recognizes a phone's HEIC", async () => {
    const heic = new Blob([Uint8Array.of(0, 0, 0, 24), "ftypheic", new Uint8Array(64)]);
    const [, title, says] = await cardFor(heic, "IMG_1.HEIC");
    expect(title).toBe("HEIC files cannot be opened here");
    expect(says).toContain("Share or export it as JPEG");
  });

  it("converts an SVG to a picture, whatever precedes its root", async () => {
    const drawSvg = async () => new Blob([await fixture("koi.png").arrayBuffer()], { type: "image/png" });
    for (const before of ["", "\ufeff", '<?xml version="1.0"?>\n', "<!-- by hand -->\n"]) {
      const file = new Blob([`${before}<svg xmlns="http://www.w3.org/2000/svg"/>`]);
      const opening = await openFile(file, "a.svg", { ...createTestHost().host, drawSvg });
      expect("opened" in opening && opening.opened.name).toBe("a.svg");
    }
    expect((await cardFor(fixture("bad/vector.svg"), "vector.svg"))[0]).toBe("image_unreadable");
  });

  it.each([
    ["bad/empty.bin", "empty.png is empty."],
    ["bad/truncated.jpg", "holiday.jpg ends too early, so part of the picture is missing."],
    ["bad/truncated.png", "holiday.png ends too early, so part of the picture is missing."],
    ["bad/png-signature-only.png", "holiday.png ends too early, so part of the picture is missing."],
    ["bad/corrupt-scan.jpg", "holiday.jpg is damaged, so it cannot be read."],
    ["bad/zero-width.png", "holiday.png is damaged, so it cannot be read."],
  ])("explains why %s does not open", async (path, why) => {
    expect(await cardFor(fixture(path), why.split(" ")[0]!)).toEqual([
      "image_unreadable",
      "This file would not open",
      `${why} ${AGAIN}`,
      ["Open another file"],
    ]);
  });

  it.each(["lossy.webp", "lossless.webp", "still.gif", "interlaced.png", "progressive.jpg"])(
    "detects that the second half of formats/%s is missing",
    async (name) => {
      const file = fixture(`formats/${name}`);
      const [, , says] = await cardFor(file.slice(0, file.size / 2), name);
      expect(says).toBe(`${name} ends too early, so part of the picture is missing. ${AGAIN}`);
    },
  );

  it.each([
    [
      "bad/too-wide-13000x10.png",
      "It is 13,000 × 10; the limit is 12,000 per side. Shrink it to a side of 12,000 or less.",
      ["Shrink it here", "Open another file"],
    ],
    [
      "bad/bomb-20000x20000.png",
      "It has 400 million pixels; the limit is 40. Shrink it to a side of 6,300 or less.",
      ["Open another file"],
    ],
    [
      "bad/gif-65535.gif",
      "It has 4,295 million pixels; the limit is 40. Shrink it to a side of 6,300 or less.",
      ["Open another file"],
    ],
  ])("refuses %s by its header alone", async (path, says, ways) => {
    const host = createTestHost();
    expect(await cardFor(fixture(path), "large.png", host.host)).toEqual([
      "image_too_many_pixels",
      "This picture is too big",
      says,
      ways,
    ]);
    expect(host.decoded).toEqual([]);
  });

  it("reads further if a JPEG's size comes after the usual header length", async () => {
    const picture = fixture("formats/baseline.jpg");
    const segment = Uint8Array.of(0xff, 0xe2, 0xff, 0xff, ...new Uint8Array(65_533));
    const long = new Blob([picture.slice(0, 2), ...Array.from({ length: 5 }, () => segment), picture.slice(2)]);
    const { host, decoded } = createTestHost();
    expect(await openFile(long, "long.jpg", host)).toHaveProperty("opened.name", "long.jpg");
    expect(decoded).toEqual([long]);
  });

  it("reports a file that is gone before it is read", async () => {
    const gone = fixture("koi.png");
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")) }) as Blob;
    const [code, , says] = await cardFor(gone, "koi.png");
    expect([code, says]).toEqual(["image_unreadable", "koi.png was moved or changed. Open it again."]);
  });

  it("shows an animated picture as its first frame, and any other unchanged", async () => {
    const shown: Blob[] = [];
    const still = new Blob(["still"]);
    const { host } = createTestHost();
    const urls = { create: (file: Blob) => `blob:${shown.push(file)}`, revoke() {} };
    for (const name of [
      "animated.gif",
      "animated.webp",
      "still.gif",
      "lossy.webp",
      "baseline.jpg",
      "palette.png",
      "picture.avif",
    ]) {
      await openFile(fixture(`formats/${name}`), name, { ...host, urls, still: async () => still });
    }
    expect(shown.map((file) => file === still)).toEqual([true, true, true, false, false, false, false]);
  });
});

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ["MP4", "\0\0\0\x20ftypisom"],
  ["QuickTime", "\0\0\0\x14ftypqt  "],
  ["QuickTime from before there were brands", "\0\0\0\x08wide\0\0\0\0"],
  ["WebM and Matroska", "\x1a\x45\xdf\xa3\x01\0\0\0"],
  ["Ogg", "OggS\0\x02\0\0"],
])("%s is a video", (_, head) => {
  expect(isVideo(bytes(head))).toBe(true);
});

test.each([
  ["AVIF", "\0\0\0\x20ftypavif"],
  ["HEIC", "\0\0\0\x18ftypheic"],
  ["PNG", "\x89PNG\r\n\x1a\n\0\0\0\x0d"],
  ["PDF", "%PDF-1.7"],
  ["nothing", ""],
])("%s is not a video", (_, head) => {
  expect(isVideo(bytes(head))).toBe(false);
});

const FIXTURES = new URL("../../../../fixtures/", import.meta.url);

const read = (path: string): Uint8Array => new Uint8Array(readFileSync(new URL(path, FIXTURES)));

const sizeOf = (bytes: Uint8Array) => sizeInHeader(bytes, sniff(bytes)!);

describe("sizeInHeader", () => {
  it.each(readdirSync(new URL("formats/", FIXTURES)))("is 256 × 192 for formats/%s, as stored", (name) => {
    const stored = name === "exif-6.jpg" ? { width: 192, height: 256 } : { width: 256, height: 192 };
    expect(sizeOf(read(`formats/${name}`))).toEqual(stored);
  });

  it.each([
    ["bad/bomb-20000x20000.png", 20_000, 20_000],
    ["bad/too-wide-13000x10.png", 13_000, 10],
    ["bad/gif-65535.gif", 65_535, 65_535],
    ["charts/one-pixel.png", 1, 1],
    ["samples/portrait.webp", 720, 960],
  ])("reads %s without decoding it", (path, width, height) => {
    expect(sizeOf(read(path))).toEqual({ width, height });
  });

  it.each(["bad/zero-width.png", "bad/png-signature-only.png", "bad/jpeg-of-html.jpg"])("finds none in %s", (path) => {
    expect(sizeOf(read(path))).toBeNull();
  });

  it.each([
    [1, 1],
    [300, 2],
    [16_383, 1],
    [2, 9000],
  ])("agrees with the encoders at %i × %i", async (width, height) => {
    const picture = sharp({ create: { width, height, channels: 4, background: "#f80a" } });
    const files = await Promise.all([
      picture.clone().png().toBuffer(),
      picture.clone().flatten().jpeg().toBuffer(),
      picture.clone().gif().toBuffer(),
      picture.clone().webp().toBuffer(),
      picture.clone().flatten().webp().toBuffer(),
      picture.clone().webp({ lossless: true }).toBuffer(),
    ]);
    expect(files.map(sizeOf)).toEqual(files.map(() => ({ width, height })));
  });

  it("finds the frame of a JPEG behind a long profile, and none until all of it is read", () => {
    const picture = read("formats/baseline.jpg");
    const segment = Uint8Array.of(0xff, 0xe1, 0xff, 0xff, ...new Uint8Array(65_533));
    const long = Uint8Array.from([...picture.subarray(0, 2), ...segment, ...segment, ...picture.subarray(2)]);
    expect(sizeOf(long)).toEqual({ width: 256, height: 192 });
    expect(sizeOf(long.subarray(0, 131_000))).toBeNull();
  });

  it("takes the main picture of an AVIF, not its thumbnail or a tile", () => {
    const ispe = (width: number, height: number) => box("ispe", [0, 0, 0, 0, ...long(width), ...long(height)]);
    const meta = box("meta", [0, 0, 0, 0, ...ispe(160, 120), ...ispe(4000, 3000), ...ispe(512, 512)]);
    const file = Uint8Array.from([
      ...box(
        "ftyp",
        [..."avif"].map((c) => c.charCodeAt(0)),
      ),
      ...box("free", [1]),
      ...meta,
    ]);
    expect(sizeInHeader(file, "avif")).toEqual({ width: 4000, height: 3000 });
  });

  it("terminates for any bytes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<InputFormat>(...INPUT_FORMAT_NAMES),
        fc.uint8Array({ maxLength: 200 }),
        (format, bytes) => {
          const size = sizeInHeader(bytes, format);
          expect(size === null || (size.width > 0 && size.height > 0)).toBe(true);
        },
      ),
    );
  });
});

const long = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);

const box = (type: string, content: readonly number[]): number[] => [
  ...long(content.length + 8),
  ...[...type].map((letter) => letter.charCodeAt(0)),
  ...content,
];

describe("moves", () => {
  it.each([
    ["an extended WebP with the bit of animation", "webp", "RIFF....WEBPVP8X....\u0002", true],
    ["an extended WebP with alpha only", "webp", "RIFF....WEBPVP8X....\u0010", false],
    ["a PNG with an animation chunk before its pixels", "png", "\u0089PNG IHDR acTL IDAT", true],
    ["a PNG with those letters among its pixels", "png", "\u0089PNG IHDR IDAT acTL", false],
    ["an AVIF sequence", "avif", "\0\0\0\u0018ftypavis\0\0\0\0avif", true],
    ["an AVIF still", "avif", "\0\0\0\u0018ftypavif\0\0\0\0mif1", false],
    ["a JPEG", "jpeg", "\u00ff\u00d8\u00ff", false],
    ["any GIF, because its first bytes do not show it", "gif", "GIF89a", true],
  ] as const)("is decided for %s", (_what, format, text, expected) => {
    expect(moves(bytes(text), format)).toBe(expected);
  });
});
