import { describe, expect, test } from "vitest";
import { multipartBody } from "../../apps/service/src/testing/multipart-body.ts";
import { askRender, formImage, jsonBody, jsonImage, type RenderRequest, rawImage } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

const service = serviceForFile();
const PICTURE = fixture("charts/color-wheel.png");
const BASE64 = Buffer.from(PICTURE).toString("base64");
const AT = { columns: 16 };

/** The body of a successful render, or status and code of its refusal. */
const outcome = async (request: RenderRequest, url = service.url) => {
  const { status, text, json } = await askRender(url, request);
  return status === 200 ? text : [status, json()["code"]];
};

const drawn = () => outcome(rawImage(PICTURE, AT));

describe("an uploaded image", () => {
  test("may be the raw body, under any image type (answers 1.8)", async () => {
    expect(await drawn()).toMatch(/^([ -~]{16}\n){8}$/);
    for (const type of ["image/jpeg", "image/anything", "IMAGE/PNG; x=1"]) {
      expect(await outcome(rawImage(PICTURE, AT, type))).toBe(await drawn());
    }
  });

  test("may be the file of a form, with its fields (spec 2.1, 4.2)", async () => {
    expect(await outcome(formImage(PICTURE, AT))).toBe(await drawn());
  });

  test("may come before or after the fields of its form (answers 1.6)", async () => {
    expect(await outcome(formImage(PICTURE, AT, {}, true))).toBe(await drawn());
    expect(await outcome(formImage(PICTURE, AT, {}, false))).toBe(await drawn());
  });

  test("may be base64 in JSON, with other keys (spec 2.1, 4.2)", async () => {
    expect(await outcome(jsonImage(PICTURE, AT))).toBe(await drawn());
  });

  test("may not come twice in JSON (spec 4.2, 7)", async () => {
    const both = { imageBase64: BASE64, imageUrl: "https://images.example/a.png" };
    expect(await outcome(jsonBody(both))).toEqual([400, "image_ambiguous"]);
  });

  test("may have its parameters in the query, with any body (spec 4.2)", async () => {
    expect(await outcome(formImage(PICTURE, {}, AT))).toBe(await drawn());
    expect(await outcome(jsonImage(PICTURE, {}, AT))).toBe(await drawn());
    expect(await outcome(jsonImage(PICTURE, { invert: false }, AT))).toBe(await drawn());
  });
});

describe("base64", () => {
  const base64 = (text: string) => outcome(jsonBody({ imageBase64: text, ...AT }));

  test("may be of either alphabet (answers 1.7)", async () => {
    const urlSafe = BASE64.replaceAll("+", "-").replaceAll("/", "_");
    expect(urlSafe).not.toBe(BASE64);
    expect(await base64(urlSafe)).toBe(await drawn());
    expect(await base64(BASE64)).toBe(await drawn());
  });

  test("may lack its padding (answers 1.7)", async () => {
    // a PNG may have trailing bytes: one byte more makes padding necessary
    const padded = Buffer.concat([PICTURE, Buffer.alloc(PICTURE.length % 3 === 0 ? 1 : 0)]).toString("base64");
    expect(padded.endsWith("=")).toBe(true);
    expect(await base64(padded)).toBe(await drawn());
    expect(await base64(padded.replace(/=+$/, ""))).toBe(await drawn());
  });

  test("may have a data prefix of any image type (answers 1.7)", async () => {
    for (const prefix of ["data:image/png;base64,", "data:image/jpeg;charset=utf-8;base64,"]) {
      expect(await base64(prefix + BASE64)).toBe(await drawn());
    }
  });

  test("may contain nothing else (answers 1.7)", async () => {
    const wrong = [
      "",
      " ",
      "a",
      `${BASE64} `,
      `${BASE64.slice(0, 40)}\n${BASE64.slice(40)}`,
      "data:text/plain;base64,AAAA",
    ];
    for (const text of [...wrong, "data:image/png,AAAA", "AA=A", "AAAA=", "ÄÄÄÄ", "%41AAA"]) {
      expect([text, await base64(text)]).toEqual([text, [400, "image_base64_invalid"]]);
    }
  });
});

describe("a body", () => {
  test("that is empty, or without a type, has no image (spec 7; answers 1.6)", async () => {
    expect(await outcome({})).toEqual([400, "image_missing"]);
    for (const type of ["image/png", "application/json", "multipart/form-data; boundary=b", "text/plain"]) {
      expect([type, await outcome({ headers: { "content-type": type }, body: "" })]).toEqual([
        type,
        [400, "image_missing"],
      ]);
    }
    for (const body of [PICTURE, "x", "{}", JSON.stringify({ imageBase64: BASE64 })]) {
      expect(await outcome({ body })).toEqual([400, "image_missing"]);
    }
    expect(await outcome(jsonBody({}))).toEqual([400, "image_missing"]);
    expect(await outcome(multipartRequest([{ name: "columns", value: "40" }]))).toEqual([400, "image_missing"]);
  });

  test("of JSON must be one object (answers 1.6)", async () => {
    for (const text of ["{", "nonsense", "[]", "null", "1", '"{}"', '{"columns":40', "{'columns':40}", "\ufeff["]) {
      const request = { headers: { "content-type": "application/json" }, body: text };
      expect([text, await outcome(request)]).toEqual([text, [400, "body_invalid"]]);
    }
  });

  test("of another type is a 415 that lists the supported ones (answers 1.8)", async () => {
    for (const type of ["text/plain", "application/octet-stream", "application/x-www-form-urlencoded", "video/mp4"]) {
      const { status, headers, json } = await askRender(service.url, rawImage(PICTURE, {}, type));
      expect([type, status, json()["code"]]).toEqual([type, 415, "media_type_unsupported"]);
      expect(headers.get("accept-post")).toBe("multipart/form-data, application/json, image/*");
    }
  });
});

const multipartRequest = (parts: Parameters<typeof multipartBody>[0]): RenderRequest => {
  const { headers, payload } = multipartBody(parts);
  return { headers, body: payload };
};

describe("an image", () => {
  test("that is broken is a 400 image_unreadable (answers 2.2)", async () => {
    for (const file of ["truncated.jpg", "truncated.png", "png-signature-only.png", "zero-width.png"]) {
      expect([file, await outcome(rawImage(fixture(`bad/${file}`)))]).toEqual([file, [400, "image_unreadable"]]);
    }
  });

  test("of too many pixels is a 413 image_too_many_pixels (answers 2.2)", async () => {
    for (const file of ["bomb-20000x20000.png", "too-wide-13000x10.png", "gif-65535.gif"]) {
      expect([file, await outcome(rawImage(fixture(`bad/${file}`)))]).toEqual([file, [413, "image_too_many_pixels"]]);
    }
  });
});

describe("a service with a limit of 20,000 bytes", () => {
  const small = serviceForFile({ SERVICE_MAX_IMAGE_BYTES: "20000" });
  const of = (bytes: number) => Buffer.concat([PICTURE, Buffer.alloc(bytes - PICTURE.length)]);
  const ways = (bytes: number) => ({
    raw: rawImage(of(bytes), AT),
    form: formImage(of(bytes), AT),
    json: jsonImage(of(bytes), AT),
  });

  test("accepts that many and no more, in each way (spec 7, 8.2; answers 2.2)", async () => {
    for (const [way, request] of Object.entries(ways(20_000))) {
      expect([way, await outcome(request, small.url)]).toEqual([way, await drawn()]);
    }
    for (const bytes of [20_001, 25_000, 300_000]) {
      for (const [way, request] of Object.entries(ways(bytes))) {
        expect([way, bytes, await outcome(request, small.url)]).toEqual([way, bytes, [413, "image_too_large"]]);
      }
    }
  });
});
