import { type FormatId, PARAMS, TEXT_FORMATS } from "@lumiglyph/contract";
import { describe, expect, inject, test } from "vitest";
import { call, type Rpc, rpc } from "../mcp/mcp-request.ts";
import { askRender, jsonImage } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

const service = serviceForFile();
const USUAL = 30_000;

const ask = async (name: string, given: object): Promise<NonNullable<Rpc["result"]>> => {
  const imageBase64 = Buffer.from(fixture(name)).toString("base64");
  const { result } = await rpc(service.url, call({ imageBase64, ...given }));
  if (result === undefined) throw new Error("no result");
  return result;
};

/**
 * The characters of a result, counted like a host that shows its model the text, or else the
 * structured content.
 */
const lengthOf = ({ content, structuredContent }: NonNullable<Rpc["result"]>): number => {
  const texts = content.map(({ text = "" }) => text.length);
  const structured = structuredContent === undefined ? 0 : JSON.stringify(structuredContent).length;
  return Math.max(...texts, structured) + texts.reduce((sum, length) => sum + length, 0) - Math.max(...texts);
};

const PICTURES = ["koi", "line-drawing", "moonlit", "portrait", "sprite", "still-life"] as const;
const LOOKS: readonly object[] = [
  {},
  { color: true },
  { color: true, fill: 1 },
  { color: true, charset: "octants" },
  { charset: "blocks", background: "light", cellAspect: 1 },
];
const OTHERS: { readonly [Format in FormatId]?: readonly object[] } = {
  svg: [{ color: true, fill: 0.5, theme: "auto" }, { theme: "auto" }],
  ansi: [{ color: true, colors: "16" }],
};

/** All of them, or some looks of one picture each. */
const CASES = PARAMS.format.values
  .flatMap((format) => [...LOOKS, ...(OTHERS[format] ?? [])].map((look) => ({ format, ...look })))
  .filter((_, at) => inject("allCases") || at % 4 === 1)
  .flatMap((look, nth) =>
    PICTURES.filter((_, at) => inject("allCases") || at === nth % PICTURES.length).map((name) => ({ name, ...look })),
  );

describe("by default, a result has at most 30,000 characters, or suggests columns that fit (answers 5.6)", () => {
  test.each(CASES)("%j", async ({ name, ...look }) => {
    for (const columns of inject("allCases") ? [40, 60, 120, 200, 300, 400] : [300]) {
      const given = { ...look, columns, autoOptimize: 0 };
      const result = await ask(`${name}.png`, given);
      expect([columns, lengthOf(result)]).toEqual([columns, expect.toSatisfy((length: number) => length <= USUAL)]);
      if (result.isError !== true) continue;
      const { retryWith } = result._meta["lumiglyph/error"] as { readonly retryWith: { readonly columns: number } };
      expect(Object.keys(retryWith)).toEqual(["columns"]);
      const text = result.content[0]?.text ?? "";
      expect(text).toMatch(/^result_too_long: The output has \d+ characters; a tool's result has at most \d+/);
      expect(text).toContain(
        ` ${retryWith.columns} \`columns\` fit. Call again with {"columns":${retryWith.columns}}.`,
      );
      const smaller = await ask(`${name}.png`, { ...given, ...retryWith });
      expect([columns, smaller.isError, smaller._meta["lumiglyph/render"]?.["columns"]]).toEqual([
        columns,
        undefined,
        retryWith.columns,
      ]);
      expect(lengthOf(smaller)).toBeLessThanOrEqual(USUAL);
    }
  });
});

test("the suggested columns are nearly the most that fit", async () => {
  for (const format of TEXT_FORMATS) {
    const result = await ask("koi.png", { format, color: true, columns: 400, autoOptimize: 0 });
    const { retryWith } = result._meta["lumiglyph/error"] as { readonly retryWith: { readonly columns: number } };
    const drawn = async (columns: number) =>
      (await askRender(service.url, jsonImage(fixture("koi.png"), { format, color: true, columns, autoOptimize: 0 })))
        .text.length;
    expect([format, (await drawn(Math.ceil(retryWith.columns * 1.1))) > 0.95 * USUAL]).toEqual([format, true]);
  }
});

test("an error has the first lines of the art, without colors and markup (answers 5.6)", async () => {
  for (const format of TEXT_FORMATS) {
    const given = { columns: 300, color: format !== "text", format, autoOptimize: 0 };
    const { content } = await ask("koi.png", given);
    const plain = (await askRender(service.url, jsonImage(fixture("koi.png"), { ...given, format: "json" }))).json();
    const [says, ...lines] = content[1]?.text.split("\n") ?? [];
    expect(says).toMatch(/^The first lines of the art\. .*untrusted pixels/);
    const drawn = (plain["lines"] as readonly string[]).slice(0, 3);
    // colored formats choose other characters than plain text
    if (format !== "text") expect([format, lines]).toEqual([format, drawn]);
    else expect(lines.map((line) => line.length)).toEqual([300, 300, 300]);
  }
});

test("`maxCharacters` asks for more, up to 500,000 (answers 5.6)", async () => {
  const given = { columns: 400, format: "svg", color: true, autoOptimize: 0 };
  const asked = await ask("koi.png", { ...given, maxCharacters: 300_000 });
  const length = asked.content[0]?.text.length ?? 0;
  expect([asked.isError, length > USUAL, length <= 300_000]).toEqual([undefined, true, true]);
  const over = await ask("koi.png", { ...given, maxCharacters: 1_000_000 });
  expect([over.isError, over._meta["lumiglyph/error"]?.["retryWith"]]).toEqual([true, { maxCharacters: 500_000 }]);
  expect((await ask("koi.png", { ...given, maxCharacters: 500_000 })).isError).toBeUndefined();
});

test("a picture that fits in no width is suggested as text of fewer rows", async () => {
  const given = { columns: 40, format: "svg", color: true, autoOptimize: 0 };
  const result = await ask("charts/tall.png", given);
  const { retryWith } = result._meta["lumiglyph/error"] as { readonly retryWith: object };
  const last = await ask("charts/tall.png", { ...given, ...retryWith });
  expect([result.isError, last.isError]).toEqual([true, undefined]);
});

test("a PNG of more than 500,000 characters in base64 names the columns that fit", async () => {
  const given = { columns: 400, format: "png", color: true, charset: "octants", pixelsPerCell: 16, autoOptimize: 0 };
  const result = await ask("koi.png", given);
  const { retryWith } = result._meta["lumiglyph/error"] as { readonly retryWith: { readonly columns: number } };
  expect(retryWith.columns).toBeGreaterThan(PARAMS.columns.min);
  const smaller = await ask("koi.png", { ...given, ...retryWith });
  expect([smaller.isError, smaller.content[0]?.type]).toEqual([undefined, "image"]);
});
