import { describe, expect, it } from "vitest";
import { canonicalAddress, isAddressName, parseAddress, withSignature } from "./address.ts";
import type { Field } from "./field.ts";
import type { RenderOptions } from "./generated/render-options.ts";

const IMAGE = "https://images.example/a.png";

const fieldsIn = (query: string): Field[] =>
  [...new URLSearchParams(query)].map(([name, value]) => ({ name, value, origin: "query" }));

const read = (query: string, ignored: readonly string[] = []) => parseAddress(fieldsIn(query), ignored);

const codeOf = (query: string): string => {
  try {
    read(query);
  } catch (error) {
    return (error as { code: string }).code;
  }
  return "accepted";
};

const written = (options: RenderOptions, given: { imageUrl?: string; preset?: string; expires?: number } = {}) => {
  const { imageUrl = IMAGE, preset = null, expires = null } = given;
  return canonicalAddress({ imageUrl, preset, options, expires }).replace("/api/v1/render?", "");
};

const ENCODED = "imageUrl=https%3A%2F%2Fimages.example%2Fa.png";

describe("an address", () => {
  it("has a picture, options, an expiry and a signature", () => {
    expect(read(`columns=40&exp=1790000000&sig=abc&imageUrl=${IMAGE}`)).toEqual({
      imageUrl: IMAGE,
      preset: null,
      options: { columns: 40 },
      expires: 1_790_000_000,
      signature: "abc",
    });
  });

  it("has a preset in place of options", () => {
    expect(read(`preset=card&imageUrl=${IMAGE}`)).toMatchObject({ preset: "card", options: {}, expires: null });
    expect(codeOf(`preset=card&imageUrl=${IMAGE}&exp=9&sig=a`)).toBe("accepted");
    expect(codeOf(`preset=card&imageUrl=${IMAGE}&columns=40`)).toBe("parameter_conflict");
  });

  it("ignores what others append to links, and names that the operator lists", () => {
    expect(read(`imageUrl=${IMAGE}&utm_source=a&fbclid=1`, ["fbclid"]).options).toEqual({});
    expect(codeOf(`imageUrl=${IMAGE}&fbclid=1`)).toBe("parameter_unknown");
  });

  it.each(["preset", "exp", "sig"])("has %s at most once", (name) => {
    expect(codeOf(`imageUrl=${IMAGE}&${name}=1&${name}=1`)).toBe("parameter_repeated");
  });

  it.each(["0", "01", "-1", "1.5", "1e9", "", "1234567890123"])("expires at whole seconds, not at %j", (text) => {
    expect(codeOf(`imageUrl=${IMAGE}&exp=${text}`)).toBe("parameter_invalid");
  });

  it("needs a picture's address", () => {
    expect(codeOf("columns=40")).toBe("image_missing");
    expect(codeOf("imageBase64=AAAA")).toBe("image_missing");
  });

  it("has names of parameters, sources and its own", () => {
    expect(["columns", "imageUrl", "preset", "exp", "sig"].filter(isAddressName)).toHaveLength(5);
    expect(["utm_source", "fbclid", "signature"].filter(isAddressName)).toEqual([]);
  });
});

describe("the one spelling of an address", () => {
  it("has its names in the order of their codes", () => {
    expect(written({ rows: 20, columns: 40, charset: "dots" }, { expires: 7 })).toBe(
      `charset=dots&columns=40&exp=7&${ENCODED}&rows=20`,
    );
    expect(written({ columns: 40 }, { preset: "card" })).toBe(`${ENCODED}&preset=card`);
  });

  it("encodes all but letters, digits and -._~", () => {
    expect(written({ alt: "It's (a) *b* ~c-d_e.f!" })).toContain("alt=It%27s%20%28a%29%20%2Ab%2A%20~c-d_e.f%21");
  });

  it("leaves out what has its default, but for what the Director would tune", () => {
    expect(written({ columns: 120, format: "text", dither: false })).toBe(ENCODED);
    expect(written({ contrast: 1.15, sharpen: 0.35 })).toBe(`contrast=1.15&${ENCODED}&sharpen=0.35`);
  });

  it("keeps the ink of two themes even if it is one's default", () => {
    expect(written({ monoColor: "#e5e5e5" })).toBe(ENCODED);
    expect(written({ monoColor: "#e5e5e5", theme: "auto", format: "svg" })).toContain("monoColor=%23e5e5e5");
  });

  it("writes numbers with at most twenty decimals and no exponent", () => {
    expect(written({ denoise: 0.12345 })).toContain("denoise=0.12345&");
    expect(written({ denoise: 1e-7 })).toContain("denoise=0.0000001&");
    expect(written({ denoise: 1e-30 })).toContain("denoise=0&");
    expect(written({ denoise: 1e-20 })).toContain("denoise=0.00000000000000000001&");
  });

  it("has no fragment of the picture's address, and no other spelling of it", () => {
    for (const imageUrl of [`${IMAGE}#top`, "HTTPS://images.EXAMPLE:443/a.png"])
      expect(written({}, { imageUrl })).toBe(ENCODED);
    expect(written({}, { imageUrl: "https://images.example\\a.png" })).toBe(
      "imageUrl=https%3A%2F%2Fimages.example%5Ca.png",
    );
  });

  it("reads back as the same, and its signature comes last", () => {
    const options = { alt: "a&b=c", columns: 40, gamma: 0.5, monoColor: "#ff8800" } as const;
    const query = written(options, { expires: 7 });
    expect(read(query)).toEqual({ imageUrl: IMAGE, preset: null, options, expires: 7, signature: null });
    expect(read(withSignature(query, "s-_1")).signature).toBe("s-_1");
    expect(withSignature(query, "s")).toBe(`${query}&sig=s`);
  });
});
