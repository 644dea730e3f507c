import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { forOneLoader } from "./one-loader.ts";
import { disguised, otherFormats, polyglots } from "./testing/hostile-files.ts";

type Outcome = {
  readonly name: string;
  readonly format: string | null;
  readonly outcome: string;
  /** sharp's outcome for these bytes. */
  readonly reason: string;
  readonly length: number;
  /** The loaders of libvips that opened a file of this length. */
  readonly loaders: readonly string[];
};

/** Decodes the hostile files in a separate process, with all loaders open or only five. */
const run = (mode: "open" | "raw" | "restricted"): readonly Outcome[] => {
  const main = fileURLToPath(new URL("testing/loaders-main.ts", import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--conditions=@lumiglyph/source", main, mode], {
    env: { ...process.env, VIPS_TRACE: "1" },
    encoding: "utf8",
  });
  expect(status).toBe(0);
  const opened = [...stdout.matchAll(/(\w+load\w*) buffer=.*?length = (\d+) /g)];
  const outcomes: readonly Omit<Outcome, "loaders">[] = JSON.parse(stderr);
  return outcomes.map((outcome) => ({
    ...outcome,
    loaders: [...new Set(opened.flatMap(([, loader, length]) => (Number(length) === outcome.length ? [loader!] : [])))],
  }));
};

const LOADERS: Readonly<Record<string, string>> = {
  jpeg: "jpegload_buffer",
  png: "pngload_buffer",
  webp: "webpload_buffer",
  gif: "gifload_buffer",
  avif: "heifload_buffer",
};

describe("hostile files, with all loaders open", async () => {
  const [open, raw, restricted] = [run("open"), run("raw"), run("restricted")];
  const named = (outcomes: readonly Outcome[], names: readonly string[]) =>
    outcomes.filter(({ name }) => names.includes(name));
  const others = (await otherFormats()).map(([name]) => name);
  const strange = Object.keys(disguised);
  const mixed = Object.keys(await polyglots());

  test("each has a unique length if a loader may open it", () => {
    const lengths = [...named(open, strange), ...named(open, mixed)].map(({ length }) => length);
    expect(new Set(lengths).size).toBe(lengths.length);
  });

  test("more than 30 are of other formats, and each is refused by name before sharp sees it", () => {
    expect(open.slice(0, others.length)).toMatchObject(
      others.map((name) => ({
        ...{ name, format: null, loaders: [] },
        outcome: `${name} is not supported. It must be one of: JPEG, PNG, WebP, GIF, AVIF.`,
      })),
    );
    expect(others.length).toBeGreaterThan(30);
  });

  test("disguised files are refused before sharp sees them", () => {
    for (const each of named(open, strange)) {
      expect(each).toMatchObject({ format: null, loaders: [] });
      expect(each.outcome).toMatch(/It must be one of: JPEG, PNG, WebP, GIF, AVIF\.$/);
    }
    expect(named(open, strange)).toHaveLength(6);
  });

  test("every other polyglot reaches only the loader of its format, with the same result as if no other were open", () => {
    const own = named(open, mixed);
    for (const { format, loaders, outcome } of own) {
      expect(loaders).toEqual(outcome.includes("×") ? [LOADERS[format!]] : []);
      expect(outcome).not.toContain("NO REFUSAL");
    }
    const said = (outcomes: readonly Outcome[]) => outcomes.map(({ name, outcome, reason }) => [name, outcome, reason]);
    expect(said(own)).toEqual(said(named(restricted, mixed)));
    expect(own.filter(({ reason }) => reason.includes("unsupported image format"))).toEqual([]);
  });

  test("given to sharp as they are, some reach other loaders: SVG, TIFF, libultrahdr", () => {
    const reached = raw.flatMap(({ loaders }) => loaders);
    expect(reached).toEqual(expect.arrayContaining(["svgload_buffer", "tiffload_buffer", "uhdrload_buffer"]));
    const comment = named(raw, ["an SVG in whose comment an AVIF begins"])[0]!;
    expect(comment).toMatchObject({ outcome: "9 × 9 × 1", loaders: ["svgload_buffer"] });
  });
});

test("the caller's bytes stay unchanged", async () => {
  const { "a JPEG with a gain map by ISO 21496-1": given, "an AVIF with the brand of a sequence": avis } =
    await polyglots();
  const [before, beforeAvis] = [Uint8Array.from(given!), Uint8Array.from(avis!)];
  expect(forOneLoader(given!, "jpeg")).not.toEqual(given);
  expect(forOneLoader(avis!, "avif")).not.toEqual(avis);
  expect([Uint8Array.from(given!), Uint8Array.from(avis!)]).toEqual([before, beforeAvis]);
});
