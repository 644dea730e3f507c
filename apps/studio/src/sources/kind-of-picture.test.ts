import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it, test } from "vitest";
import { fixture } from "../../../../tests/support/fixtures.ts";
import { optionsWith } from "../../../../tests/support/params.ts";
import { openStudio } from "../app/testing.ts";
import { kindOfPicture, type PictureKind, startFor } from "./kind-of-picture.ts";

const rasterOf = async (bytes: Uint8Array) => {
  const upright = sharp(bytes).rotate().ensureAlpha().toColourspace("srgb").raw();
  const { data, info } = await upright.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
};
const fixtureRaster = async (name: string) => rasterOf(new Uint8Array(await fixture(name).arrayBuffer()));

describe("the kind of a picture", () => {
  it.each([
    ["koi.png", "photo"],
    ["still-life.png", "photo"],
    ["portrait.png", "portrait"],
    ["line-drawing.png", "drawing"],
    ["sprite.png", "pixelArt"],
  ] as const)("%s is recognized as %s", async (name, kind) => {
    expect(kindOfPicture(await fixtureRaster(name))).toBe(kind);
  });

  const CORPUS = new URL("../../../../../shared/corpus/", import.meta.url);
  const CLASSES: Readonly<Record<string, PictureKind>> = {
    portrait: "portrait",
    "low-light": "night",
    "line-art": "drawing",
    logo: "drawing",
    alpha: "drawing",
    text: "text",
    pixel: "pixelArt",
  };

  test.skipIf(!existsSync(CORPUS))(
    "at least 26 of the 30 pictures of the corpus are recognized",
    async () => {
      const all: readonly { readonly file: string; readonly class: string; readonly set: string }[] = JSON.parse(
        readFileSync(new URL("manifest.json", CORPUS), "utf8"),
      );
      const judged = all.filter(({ set }) => set === "fidelity");
      const wrong: string[] = [];
      for (const { file, class: name } of judged) {
        const kind = kindOfPicture(await rasterOf(readFileSync(new URL(file, CORPUS))));
        if (kind !== (CLASSES[name] ?? "photo")) wrong.push(`${file}: ${kind}`);
      }
      expect(judged).toHaveLength(30);
      expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(4);
    },
    60_000,
  );
});

describe("a picture starts with suitable options", () => {
  it("ink on paper for a drawing, letters on their color for a photo, a column for each square of pixel art", async () => {
    expect(startFor(await fixtureRaster("line-drawing.png"))).toMatchObject({ background: "light", columns: 160 });
    expect(startFor(await fixtureRaster("koi.png"))).toMatchObject({ color: true, fill: 0.8, glyphStrategy: "fixed" });
    expect(startFor(await fixtureRaster("sprite.png"))).toMatchObject({ charset: "halves", columns: 32 });
  });

  it("a mosaic for an engraving, whose strokes are finer than letters", () => {
    const [width, height] = [600, 450];
    const data = new Uint8Array(4 * width * height);
    for (let i = 0; i < width * height; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      const isPaper = Math.min(x, y, width - 1 - x, height - 1 - y) < 40;
      // hatched, in tones that change from place to place
      const shade = 110 + 60 * Math.sin(x / 40) * Math.cos(y / 30) + 60 * Math.sin(1.3 * x + 0.9 * y);
      data.fill(isPaper ? 205 : Math.max(0, Math.min(255, shade)), 4 * i, 4 * i + 3);
      data[4 * i + 3] = 255;
    }
    expect(startFor({ width, height, data })).toEqual({ charset: "octants", color: true, columns: 200 });
  });

  it("until the user sets one: then the next picture keeps them all, and undo takes back what was set", async () => {
    const suits = [{ color: true }, { background: "light" }, { edges: true }] as const;
    let at = 0;
    const { studio } = openStudio("", { suit: async () => suits[at++]! });
    await studio.open(fixture("koi.png"), "one.png");
    expect(studio.params.options.value).toEqual(optionsWith({ color: true }));
    await studio.open(fixture("koi.png"), "two.png");
    expect(studio.params.options.value).toEqual(optionsWith({ background: "light" }));
    studio.params.set("gamma", 1.4);
    await studio.open(fixture("koi.png"), "three.png");
    expect(studio.params.options.value).toEqual(optionsWith({ background: "light", gamma: 1.4 }));
    for (let times = 0; times < 2; times++) studio.history.undo();
    expect(studio.params.options.value).toEqual(optionsWith({ background: "light" }));
  });

  it("except that a link's settings stay", async () => {
    const { studio } = openStudio("?gamma=1.4", { suit: async () => ({ color: true }) });
    await studio.open(fixture("koi.png"), "koi.png");
    expect(studio.params.options.value).toEqual(optionsWith({ gamma: 1.4 }));
  });
});
