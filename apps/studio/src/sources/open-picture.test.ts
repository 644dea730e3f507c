import { ERROR_CODES } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { fixture } from "../../../../tests/support/fixtures.ts";
import { createTestHost } from "../state/testing.ts";
import { faultCard } from "./fault-card.ts";
import { openPicture } from "./open-picture.ts";

const refusesAll = { decode: () => Promise.reject(new DOMException("The source image could not be decoded.")) };

/** The card that a file ends in, with its way out. */
const cardFor = async (file: Blob, name: string, host: object = refusesAll) => {
  const opening = await openPicture(file, name, { ...createTestHost().host, ...host });
  if (!("error" in opening)) throw new Error("it opened");
  const card = faultCard(opening.error, { pick() {}, shrink() {}, useColumns() {}, openCamera() {} });
  expect(ERROR_CODES).toContain(card.code);
  return [card.code, card.title, card.says, card.ways.map(({ label }) => label)];
};

const AGAIN = "Export or download it again, then drop it here.";

describe("openPicture", () => {
  it.each(["document.pdf", "text.txt", "vector.svg", "page.html", "picture.bmp", "picture.tiff"])(
    "takes bad/%s for no picture",
    async (name) => {
      expect(await cardFor(fixture(`bad/${name}`), name)).toEqual([
        "image_format_unsupported",
        "Not a picture we can read",
        "Use JPEG, PNG, WebP, GIF or AVIF.",
        ["Open another file"],
      ]);
    },
  );

  it.each([
    ["bad/empty.bin", "empty.png is empty."],
    ["bad/truncated.jpg", "holiday.jpg ends too early, so part of the picture is missing."],
    ["bad/truncated.png", "holiday.png ends too early, so part of the picture is missing."],
    ["bad/png-signature-only.png", "holiday.png ends too early, so part of the picture is missing."],
    ["bad/corrupt-scan.jpg", "holiday.jpg is damaged, so the picture cannot be made out."],
    ["bad/zero-width.png", "holiday.png is damaged, so the picture cannot be made out."],
  ])("says why %s would not open", async (path, why) => {
    expect(await cardFor(fixture(path), why.split(" ")[0]!)).toEqual([
      "image_unreadable",
      "This file would not open",
      `${why} ${AGAIN}`,
      ["Open another file"],
    ]);
  });

  it.each(["lossy.webp", "lossless.webp", "still.gif", "interlaced.png", "progressive.jpg"])(
    "knows the missing half of formats/%s by its end",
    async (name) => {
      const file = fixture(`formats/${name}`);
      const [, , says] = await cardFor(file.slice(0, file.size / 2), name);
      expect(says).toBe(`${name} ends too early, so part of the picture is missing. ${AGAIN}`);
    },
  );

  it.each([
    [
      "bad/too-wide-13000x10.png",
      "It is 13,000 × 10, the limit is 12,000 a side. Shrink it to a side of 12,000 or less.",
      ["Shrink it here", "Open another file"],
    ],
    [
      "bad/bomb-20000x20000.png",
      "It has 400 million pixels, the limit is 40. Shrink it to a side of 6,300 or less.",
      ["Open another file"],
    ],
    [
      "bad/gif-65535.gif",
      "It has 4,295 million pixels, the limit is 40. Shrink it to a side of 6,300 or less.",
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

  it("reads on where a JPEG has more before its size than a header usually has", async () => {
    const picture = fixture("formats/baseline.jpg");
    const segment = Uint8Array.of(0xff, 0xe2, 0xff, 0xff, ...new Uint8Array(65_533));
    const long = new Blob([picture.slice(0, 2), ...Array.from({ length: 5 }, () => segment), picture.slice(2)]);
    const { host, decoded } = createTestHost();
    expect(await openPicture(long, "long.jpg", host)).toHaveProperty("opened.name", "long.jpg");
    expect(decoded).toEqual([long]);
  });

  it("says so where a file is gone before it is read", async () => {
    const gone = fixture("koi.png");
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")) }) as Blob;
    const [code, , says] = await cardFor(gone, "koi.png");
    expect([code, says]).toEqual(["image_unreadable", "koi.png is not where it was, or has changed. Open it again."]);
  });

  it("shows a picture that moves as its first frame, and any other as it is", async () => {
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
      await openPicture(fixture(`formats/${name}`), name, { ...host, urls, still: async () => still });
    }
    expect(shown.map((file) => file === still)).toEqual([true, true, true, false, false, false, false]);
  });
});
