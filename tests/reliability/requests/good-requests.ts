import { PARAM_NAMES, type Param, paramRow } from "@lumiglyph/contract";
import fc from "fast-check";
import type { WireRequest } from "../../support/http-bad-requests.ts";
import { formImage, type Given, jsonImage, queryOf, rawImage } from "../../support/http-render.ts";
import { asWire } from "../wire.ts";

/** A render and its equivalent requests, which must return the same bytes. */
export type Job = { readonly name: string; readonly requests: readonly WireRequest[] };

/** Renders of these images with any parameters, and a width that keeps them fast. */
export const jobs = (pictures: readonly Uint8Array[], widest = 40): fc.Arbitrary<Job> =>
  fc
    .record({
      picture: fc.nat({ max: pictures.length - 1 }),
      given: params(widest),
      split: fc.nat({ max: 22 }),
      first: fc.boolean(),
    })
    .map(({ picture, given, split, first }) => {
      const image = pictures[picture]!;
      const named = Object.entries(given);
      const [inQuery, inBody] = [named.slice(0, split), named.slice(split)].map((part) => Object.fromEntries(part));
      return {
        name: `${picture} ${JSON.stringify(given)}`,
        requests: [
          asWire("raw body", rawImage(image, given)),
          asWire("form", formImage(image, inBody, inQuery, first)),
          asWire("JSON", jsonImage(image, inBody, inQuery)),
        ],
      };
    });

const params = (widest: number): fc.Arbitrary<Given> => {
  const columns = fc.integer({ min: 8, max: widest });
  // some page of every picture has this length, in every format
  const maxCharacters = fc.integer({ min: 20_000, max: 1_000_000 });
  const own: { readonly [name: string]: fc.Arbitrary<unknown> } = { columns, maxCharacters };
  const values = PARAM_NAMES.map((name) => [name, own[name] ?? valuesOf(paramRow(name))] as const);
  return fc
    .record(Object.fromEntries(values), { requiredKeys: [] })
    .map(({ charset, maxCharacters: most, ...given }) => ({
      // `characters` replaces it
      ...(charset === undefined || given["characters"] ? {} : { charset }),
      ...given,
      // a PNG has no characters to count
      ...(most === undefined || given["format"] === "png" ? {} : { maxCharacters: most }),
    }));
};

/** Values of a row, except numbers that need an exponent. */
const valuesOf = (row: Param): fc.Arbitrary<unknown> => {
  switch (row.kind) {
    case "integer":
      return fc.integer({ min: row.min, max: row.max });
    case "number":
      return fc
        .integer({ min: Math.ceil(row.min * 100), max: Math.floor(row.max * 100) })
        .map((scaled) => scaled / 100);
    case "boolean":
      return fc.boolean();
    case "choice":
      return fc.constantFrom(...row.values);
    case "color":
      return fc.nat({ max: 0xffffff }).map((color) => `#${color.toString(16).padStart(6, "0")}`);
    case "text":
      return fc.string({ maxLength: row.max });
    case "characters":
      return fc.constantFrom("", " 01", "#.:=@~", " -/|");
  }
};

/** Valid requests for everything that can be read. */
export const readings = (paths: readonly string[]): fc.Arbitrary<WireRequest> =>
  fc
    .record({
      path: fc.constantFrom(...paths),
      method: fc.constantFrom("GET", "HEAD"),
      slash: fc.boolean(),
      query: fc.constantFrom("", `?${queryOf({ any: "thing" })}`, "?%", "?a=%ff"),
      condition: fc.constantFrom("", "*", '"other"', 'W/"other", *'),
    })
    .map(({ path, method, slash, query, condition }) => ({
      kind: "reading",
      method,
      path: `${path}${slash ? "/" : ""}${query}`,
      headers: condition === "" ? {} : { "if-none-match": condition },
      body: "",
    }));
