import { expect, test } from "vitest";
import { askRender, formImage, jsonImage, rawImage } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";
import { contentTypeOf, SPECIFIED_FORMATS } from "./table.ts";

const service = serviceForFile();
const PICTURE = fixture("formats/palette.png");
const draw = (given: { readonly [name: string]: unknown }) =>
  askRender(service.url, rawImage(PICTURE, { columns: 40, ...given }));

for (const row of SPECIFIED_FORMATS) {
  const { id: format, extension } = row;
  const type = contentTypeOf(row);

  test(`${format} is ${type}, with the file extension .${extension} (spec 2.3, 4.2; answers 2.11, 2.16)`, async () => {
    const asked = { columns: 40, format };
    for (const request of [rawImage(PICTURE, asked), formImage(PICTURE, asked), jsonImage(PICTURE, asked)]) {
      const plain = { ...request, headers: { ...request.headers, "accept-encoding": "identity" } };
      const { status, headers, bytes } = await askRender(service.url, plain);
      expect([status, headers.get("content-type")]).toEqual([200, type]);
      expect(headers.get("content-disposition")).toBe(`inline; filename="lumiglyph.${extension}"`);
      expect(Number(headers.get("content-length"))).toBe(bytes.length);
      expect(bytes.length).toBeGreaterThan(40 * 15);
    }
  });

  test(`${format} is compressed for callers that accept it, with the same bytes`, async () => {
    const request = rawImage(PICTURE, { columns: 60, format });
    const [plain, brotli, zipped] = await Promise.all(
      ["identity", "gzip, br", "gzip"].map((accepted) =>
        askRender(service.url, { ...request, headers: { ...request.headers, "accept-encoding": accepted } }),
      ),
    );
    expect([brotli!.bytes, zipped!.bytes]).toEqual([plain!.bytes, plain!.bytes]);
    const codings = [plain!, brotli!, zipped!].map(({ headers }) => headers.get("content-encoding"));
    expect(codings).toEqual([null, "br", "gzip"]);
    expect(Number(brotli!.headers.get("content-length"))).toBeLessThan(plain!.bytes.length);
  });

  test(`${format} is not cached, not sniffed, and sandboxed (answers 2.11)`, async () => {
    const { headers } = await draw({ format });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const policy = headers.get("content-security-policy")?.split("; ");
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "sandbox"]));
  });

  test(`${format} has the evidence in its headers (answers 2.3)`, async () => {
    const { headers } = await draw({ format, qualityTarget: "portrait", maxGlyphRmse: 0.05, charset: "standard" });
    expect(headers.get("render-quality")).toMatch(
      /^status=(target_met|best_effort), target=portrait, score=(0\.\d{1,3}|1\.0)$/,
    );
    expect(headers.get("render-glyphs")).toMatch(
      /^strategy=adaptive, size=\d+, rmse=0\.\d{1,3}, limit=0\.05, within=\?[01]$/,
    );
    expect(headers.get("render-grid")).toBe("columns=40, rows=15");
  });
}

test("The headers are the body's evidence, rounded (answers 2.3)", async () => {
  const { headers, json } = await draw({ format: "json" });
  const { quality, glyphs } = json() as {
    quality: { status: string; score: number };
    glyphs: { size: number; rmse: number; withinLimit: boolean };
  };
  const [, status, score] = /^status=(\w+), .*score=([\d.]+)$/.exec(headers.get("render-quality") ?? "") ?? [];
  expect(status).toBe(quality.status);
  expect(Number(score)).toBeCloseTo(quality.score, 3);
  const [, size, rmse, within] =
    /size=(\d+), rmse=([\d.]+), .*within=\?([01])$/.exec(headers.get("render-glyphs") ?? "") ?? [];
  expect([Number(size), within === "1"]).toEqual([glyphs.size, glyphs.withinLimit]);
  expect(Math.abs(Number(rmse) - glyphs.rmse)).toBeLessThanOrEqual(0.0005);
});

test("Each step of a render is timed (answers 2.11)", async () => {
  const { headers } = await draw({});
  const timings = (headers.get("server-timing") ?? "").split(", ").slice(1);
  expect(timings.map((one) => one.split(";dur=")[0])).toEqual(["queue", "decode", "render", "encode"]);
  for (const one of timings) expect(Number(one.split(";dur=")[1])).toBeGreaterThanOrEqual(0);
});

test("Text beyond ASCII is UTF-8 without a byte order mark (answers 2.7)", async () => {
  const { bytes } = await draw({ charset: "dots" });
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  expect([...new Set(text)].filter((glyph) => !/[ \n\u2800-\u28ff]/u.test(glyph))).toEqual([]);
  expect(text.split("\n").map((line) => [...line].length)).toEqual([...Array(15).fill(40), 0]);
  expect(bytes.length).toBeGreaterThan(text.length);
});

test("Accept is ignored, in renders and elsewhere (answers 2.16)", async () => {
  for (const accept of ["text/csv", "image/webp;q=1, */*;q=0", "nonsense", ""]) {
    const request = rawImage(PICTURE, { columns: 8 });
    const { status, headers } = await askRender(service.url, { ...request, headers: { ...request.headers, accept } });
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  }
});
