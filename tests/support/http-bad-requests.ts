import fc from "fast-check";
import { formImage, jsonBody, jsonImage, queryOf, rawImage } from "./http-render.ts";

/** A raw request and the kind of its case. */
export type WireRequest = {
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array | string;
};

const RENDER = "/api/v1/render";

const render = (
  kind: string,
  request: { query?: string; headers?: { readonly [name: string]: string }; body?: Uint8Array | string },
): WireRequest => ({
  kind,
  method: "POST",
  path: request.query ? `${RENDER}?${request.query}` : RENDER,
  headers: request.headers ?? {},
  body: request.body ?? "",
});

/** Requests with every kind of client error, around this image. */
export const badRequests = (image: Uint8Array): fc.Arbitrary<WireRequest> =>
  fc.oneof(
    ...[badValues, unknownNames, repeated, conflicting, misplaced].map((make) => make(image)),
    ...[brokenJson, brokenForms, oddTypes].map((make) => make(image)),
    oddTargets(),
    wrongMethods(),
    oddHeaders(image),
  );

type Make = (image: Uint8Array) => fc.Arbitrary<WireRequest>;

const NUMBERS = ["columns", "contrast", "gamma", "brightness", "denoise", "maxGlyphRmse", "edgeStrength"];
const CHOICES = ["charset", "format", "qualityTarget", "glyphStrategy"];
const WRONG_NUMBERS: readonly unknown[] = [-1e9, 1e9, 1e300, -0.5e-9 - 151, 401.5];
const WRONG_TEXTS = [
  "",
  " ",
  "NaN",
  "0x10",
  "1e1",
  "١",
  "true ",
  "null",
  "[]",
  "\u0000",
  "\u{1F600}",
  "a".repeat(300),
  "'",
];

const anyWrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...WRONG_NUMBERS),
  fc.constantFrom(...WRONG_TEXTS),
  fc.string({ unit: "binary", minLength: 1, maxLength: 20 }).map((text) => `x${text}`),
);

const places = fc.constantFrom("query", "form", "json");

const inPlace = (kind: string, image: Uint8Array, place: string, given: { [name: string]: unknown }): WireRequest => {
  if (place === "query") return render(kind, rawImage(image, given));
  return render(kind, place === "form" ? formImage(image, lineFree(given)) : jsonImage(image, given));
};

/** A hand-written form cannot escape characters that would end its lines. */
const lineFree = (given: { [name: string]: unknown }) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name.replace(/[\r\n"\\]/g, "_"), value]));

const badValues: Make = (image) =>
  fc
    .record({
      name: fc.constantFrom(...NUMBERS, ...CHOICES, "color", "invert", "monoColor"),
      value: anyWrong,
      place: places,
    })
    .map(({ name, value, place }) => inPlace("bad value", image, place, { [name]: value }));

const typos = fc.constantFrom(
  "colums",
  "Columns",
  "colour",
  "__proto__",
  "constructor",
  "toString",
  "",
  "image[]",
  "columns ",
);

const unknownNames: Make = (image) =>
  fc
    .record({
      name: fc.oneof(
        typos,
        fc.string({ unit: "binary", maxLength: 12 }).map((text) => `x${text}`),
      ),
      place: places,
    })
    .map(({ name, place }) => inPlace("unknown name", image, place, Object.fromEntries([[name, "1"]])));

const repeated: Make = (image) =>
  fc
    .record({ name: fc.constantFrom(...NUMBERS, "format"), times: fc.integer({ min: 2, max: 80 }) })
    .map(({ name, times }) => {
      const query = Array.from({ length: times }, () => `${name}=1`).join("&");
      return render("repeated", { ...rawImage(image), query });
    });

const conflicting: Make = (image) =>
  fc
    .record({ one: fc.integer({ min: 8, max: 200 }), form: fc.boolean() })
    .map(({ one, form }) =>
      render("conflicting", (form ? formImage : jsonImage)(image, { columns: one }, { columns: one + 1 })),
    );

const misplaced: Make = (image) =>
  fc.constantFrom(
    ...["imageUrl", "imageBase64", "image"].map((name) => render("misplaced", rawImage(image, { [name]: "AAAA" }))),
    ...["imageUrl", "imageBase64", "image"].map((name) => render("misplaced", formImage(image, { [name]: "AAAA" }))),
    ...[{ image: "AAAA" }, { imageUrl: 1 }, { imageBase64: null }, { imageBase64: ["AAAA"] }].map((body) =>
      render("misplaced", jsonBody(body)),
    ),
    ...[
      "http://127.0.0.1/",
      "https://evil.example/",
      "file:///etc/passwd",
      "",
      "\u0000",
      `https://${"a".repeat(3000)}`,
    ].map((imageUrl) => render("untrusted", jsonBody({ imageUrl }))),
    render("two", jsonBody({ imageBase64: "AAAA", imageUrl: "https://evil.example/" })),
    render("none", { query: queryOf({ columns: 8 }) }),
  );

const brokenJson: Make = (image) => {
  const { headers, body } = jsonImage(image.subarray(0, 60), { columns: 8, color: true });
  const whole = String(body);
  return fc
    .oneof(
      fc.integer({ min: 1, max: whole.length - 1 }).map((at) => whole.slice(0, at)),
      fc.integer({ min: 0, max: whole.length }).map((at) => `${whole.slice(0, at)}\u0001${whole.slice(at)}`),
      fc.constantFrom("[]", "null", "1", '"x"', "[".repeat(5000), `${whole}${whole}`, "\u{FEFF}", "{]"),
    )
    .map((text) => render("broken JSON", { headers: headers!, body: text }));
};

const brokenForms: Make = (image) => {
  const { headers, body } = formImage(image, { columns: 8 });
  const whole = Buffer.from(body as Uint8Array);
  const type = (text: string) => ({ "content-type": text });
  return fc.oneof(
    fc
      .integer({ min: 1, max: whole.length - 6 })
      .map((at) => render("form cut short", { headers: headers!, body: whole.subarray(0, at) })),
    fc
      .constantFrom(
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=other",
        'multipart/form-data; boundary="a\tb"',
      )
      .map((text) => render("boundary", { headers: type(text), body: whole })),
    fc
      .uint8Array({ minLength: 1, maxLength: 200 })
      .map((bytes) => render("no form", { headers: headers!, body: bytes })),
    fc.integer({ min: 33, max: 60 }).map((count) => {
      const fields = Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, at]));
      return render("many fields", formImage(image, fields));
    }),
  );
};

const oddTypes: Make = (image) =>
  fc
    .oneof(
      fc.constantFrom(
        "text/plain",
        "application/octet-stream",
        "application/x-www-form-urlencoded",
        "application/json; charset=utf-16",
      ),
      fc.constantFrom(
        "multipart/mixed; boundary=b",
        "image",
        "image/",
        "/png",
        ";",
        "image/png, text/html",
        "application/jsonx",
      ),
      fc
        .string({ unit: fc.constantFrom(...'textplain/;= \t"-1'), minLength: 1, maxLength: 30 })
        .map((text) => `x${text}`.trim()),
    )
    .map((type) => render("content type", { headers: { "content-type": type }, body: image }));

const oddTargets = (): fc.Arbitrary<WireRequest> =>
  fc
    .record({
      method: fc.constantFrom("GET", "PUT", "DELETE", "PATCH", "POST", "PROPFIND", "TRACE", "OPTIONS", "BREW", "get"),
      path: fc.oneof(
        fc.constantFrom(
          "/",
          "//",
          "/api",
          "/api/v1",
          "/api/v1/render/1",
          "/api/v2/render",
          "/..",
          "/%",
          "/%ff",
          "/api/health%2f",
          "/*",
          "/:id",
        ),
        fc.string({ unit: fc.constantFrom(..."/.%;:@&=+$,?#[]az09"), maxLength: 30 }).map((text) => `/x${text}`),
      ),
    })
    .map(({ method, path }) => ({ kind: "target", method, path, headers: {}, body: "" }));

const wrongMethods = (): fc.Arbitrary<WireRequest> =>
  fc
    .record({
      method: fc.constantFrom("PUT", "DELETE", "PATCH", "PROPFIND", "TRACE", "LOCK"),
      path: fc.constantFrom(
        "/api/health",
        "/api/v1/health/",
        `${RENDER}?columns=8`,
        "/api/openapi.json",
        "/docs/errors",
      ),
    })
    .map(({ method, path }) => ({ kind: "method", method, path, headers: {}, body: "" }));

const oddHeaders: Make = (image) =>
  fc
    .oneof(
      fc.constantFrom<{ readonly [name: string]: string }>(
        { host: "evil.example" },
        { host: "" },
        { host: "a b" },
        { "content-encoding": "gzip" },
        { "content-encoding": "br, gzip" },
        { "x-large": "x".repeat(17_000) },
        { "bad header": "1" },
        { "transfer-encoding": "gzip" },
        { "content-length": "-1" },
        { "content-length": "1e3" },
        { "content-length": "99999999999" },
        { "x-control": "a\u0001b" },
      ),
    )
    .map((odd) => render("header", { headers: { "content-type": "image/png", ...odd }, body: image }));
