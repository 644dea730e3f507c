import { PARAM_NAMES } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { fetched } from "../../apps/service/src/testing/test-parts.ts";
import { call, rpc } from "../mcp/mcp-request.ts";
import { fixture } from "../spec/drawn.ts";
import { askRender, formImage, type Given, jsonImage, rawImage } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";

const service = serviceForFile();
const PICTURE = fixture("charts/checker.png");

/** A response's body, or the code of its refusal and the parameters that it names. */
type Outcome = string | { readonly code: unknown; readonly named: readonly string[] };

type Refused = { readonly code: string; readonly errors: readonly { readonly parameter: string }[] };

const overHttp =
  (requestOf: (given: Given) => Parameters<typeof askRender>[1]) =>
  async (given: Given): Promise<Outcome> => {
    const { status, text, json } = await askRender(service.url, requestOf(given));
    if (status === 200) return text;
    const { code, errors } = json() as Refused;
    return { code: `${status} ${code}`, named: errors.map(({ parameter }) => parameter) };
  };

/** The transports of a parameter. */
const TRANSPORTS: { readonly [name: string]: (given: Given) => Promise<Outcome> } = {
  form: overHttp((given) => formImage(PICTURE, given)),
  "form after the file": overHttp((given) => formImage(PICTURE, given, {}, true)),
  query: overHttp((given) => rawImage(PICTURE, given)),
  JSON: overHttp((given) => jsonImage(PICTURE, given)),
  tool: async (given) => {
    const { result } = await rpc(service.url, call({ imageBase64: Buffer.from(PICTURE).toString("base64"), ...given }));
    const { code, errors } = (result?._meta["lumiglyph/error"] ?? {}) as Partial<Refused>;
    const text = result?.content[0]?.text ?? "";
    return result?.isError ? { code: `400 ${code}`, named: (errors ?? []).map(({ parameter }) => parameter) } : text;
  },
};

const titleOf = (svg: string) => /<title[^>]*>(.*?)<\/title>/.exec(svg)?.[1];

for (const [name, send] of Object.entries(TRANSPORTS)) {
  test(`300 characters of \`alt\` come back whole, and 301 are refused: ${name} (spec 2.2; answers 1.3)`, async () => {
    for (const one of ["a", "🐟"]) {
      const whole = await send({ format: "svg", columns: 8, alt: one.repeat(300) });
      expect(typeof whole === "string" && titleOf(whole)).toBe(one.repeat(300));
      const refused = { code: "400 parameter_invalid", named: ["alt"] };
      expect(await send({ format: "svg", columns: 8, alt: one.repeat(301) })).toEqual(refused);
    }
  });
}

/** Lengths on both sides of an earlier truncation, and of the current limit. */
const LENGTHS = [256, 257, 300, 1201, 4096, 4097, 100_000];

test("an overlong value of any parameter is refused by name, in every transport that can carry it (answers 1.3)", async () => {
  for (const name of PARAM_NAMES) {
    for (const [transport, send] of Object.entries(TRANSPORTS)) {
      // 300 characters are a valid `alt`; the query is limited by the headers
      const lengths = LENGTHS.filter((n) => (name !== "alt" || n > 300) && (transport !== "query" || n < 10_000));
      for (const length of lengths) {
        // begins with a valid value, so that a cut one would be too
        const value = name === "alt" ? "a".repeat(length) : `${BEGINS[name] ?? "1"}`.padEnd(length, "0");
        const outcome = await send({ [name]: value });
        expect([name, transport, length, outcome]).toEqual([
          ...[name, transport, length],
          { code: "400 parameter_invalid", named: [name] },
        ]);
      }
    }
  }
}, 240_000);

const BEGINS: { readonly [name: string]: string } = {
  charset: "standard",
  monoColor: "#000000",
  paper: "#000000",
  characters: "01",
  color: "true",
};

test("300 characters of four bytes fit into a GET address, and 301 are refused there too (answers 1.3)", async () => {
  const at = (alt: string) =>
    fetch(`${allowing.url}/api/v1/render?${new URLSearchParams({ alt, format: "svg", imageUrl: IMAGE })}`);
  const whole = await at("🐟".repeat(300));
  expect([whole.status, titleOf(await whole.text())]).toEqual([200, "🐟".repeat(300)]);
  const refused = await at("🐟".repeat(301));
  expect([refused.status, (await refused.json()).errors[0].parameter]).toEqual([400, "alt"]);
});

const IMAGE = "https://images.example/a.png";
const allowing = serviceForFile({ SERVICE_IMAGE_FETCH_ALLOWLIST: "images.example" }, () => ({
  fetchImage: async () => fetched(PICTURE),
}));
