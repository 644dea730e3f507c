import { describe, expect, test } from "vitest";
import { queryFields, readJson } from "./read-body.ts";

describe("json body", () => {
  const read = (text: string) => readJson(Buffer.from(text));

  /** The refusal of a body, with the milliseconds of CPU it took. */
  const refusal = (text: string) => {
    const bytes = Buffer.from(text);
    const begun = process.threadCpuUsage();
    const ms = () => process.threadCpuUsage(begun).user / 1000;
    try {
      return { code: "read", message: JSON.stringify(readJson(bytes)), ms: ms() };
    } catch (error) {
      const { code, message } = error as { code: string; message: string };
      return { code, message, ms: ms() };
    }
  };

  /** The default limit of a JSON body. */
  const LONGEST = 14_046_552;

  describe("readJson", () => {
    test("returns the fields of one object, and none for an empty body", () => {
      expect(read('{"columns":80,"color":true}')).toEqual([
        { name: "columns", value: 80, origin: "json" },
        { name: "color", value: true, origin: "json" },
      ]);
      expect(read("")).toEqual([]);
      expect(read("{}")).toEqual([]);
    });

    test("returns a duplicate key as two fields, even if it is escaped differently", () => {
      expect(read('{"columns":80,"gamma":1,"c\\u006flumns":90}')).toEqual([
        { name: "columns", value: 90, origin: "json" },
        { name: "gamma", value: 1, origin: "json" },
        { name: "columns", value: 90, origin: "json" },
      ]);
    });

    test("treats names inherited from Object like any other, and changes no object", () => {
      expect(read('{"__proto__":{"columns":8},"constructor":1}').map(({ name }) => name)).toEqual([
        "__proto__",
        "constructor",
      ]);
      expect(read('{"__proto__":1,"__proto__":2}')).toHaveLength(2);
      expect(({} as { columns?: unknown }).columns).toBeUndefined();
    });

    test.each(["{", "nonsense", "{'a':1}", '{"a":1}}', '{"a":1,}', '{"a":\u0001}', '{"a":"\\x"}', "\u{FEFF}["])(
      "refuses %j as invalid JSON",
      (text) => {
        expect(refusal(text)).toMatchObject({ code: "body_invalid", message: "The body is not valid JSON in UTF-8." });
      },
    );

    test("refuses invalid UTF-8", () => {
      expect(() => readJson(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d))).toThrow("in UTF-8");
    });

    test.each(["[]", "null", "1", '"{}"'])("refuses %s as not an object", (text) => {
      expect(refusal(text).message).toBe("The JSON body must be one object.");
    });

    test("accepts sixteen levels of nesting but not seventeen", () => {
      const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
      expect(read(nested(16))).toHaveLength(1);
      expect(refusal(nested(17))).toMatchObject({
        code: "body_invalid",
        message: "The JSON body is nested deeper than 16 levels; the render operation takes one flat object.",
      });
    });

    test.each([
      ["open arrays", "[".repeat(LONGEST), "body_invalid"],
      ["nested arrays", `${"[".repeat(LONGEST / 2)}${"]".repeat(LONGEST / 2)}`, "body_invalid"],
      ["nested objects", `${'{"a":'.repeat(2_000_000)}1${"}".repeat(2_000_000)}`, "body_invalid"],
      ["adjacent arrays", `{"a":[${"[],".repeat(4_600_000)}[]]}`, "body_invalid"],
      ["adjacent strings", '""'.repeat(7_000_000), "body_invalid"],
      ["keys", `{${'"a":1,'.repeat(2_000_000)}"b":1}`, "parameter_unknown"],
      ["blanks", `{"a"${" ".repeat(13_000_000)}`, "body_invalid"],
      ["escapes", `{"a":"${'\\"'.repeat(7_000_000)}`, "body_invalid"],
    ])("refuses 14 MB of %s quickly, without building it", (_what, text, code) => {
      const { code: given, ms } = refusal(text);
      expect(given).toBe(code);
      // parsing the second one takes 2,700 ms and 400 MB
      expect(ms).toBeLessThan(1000);
    });

    test("reads 14 MB of base64 in one string", () => {
      expect(read(`{"imageBase64":"${"A".repeat(14_000_000)}"}`)).toHaveLength(1);
    });
  });
});

describe("query", () => {
  test.each([
    ["/api/v1/render", []],
    ["/api/v1/render?", []],
    [
      "/r?columns=80&columns=90",
      [
        ["columns", "80"],
        ["columns", "90"],
      ],
    ],
    ["/r?a=b+c%20d", [["a", "b c d"]]],
    ["/r?%", [["%", ""]]],
    [
      "/r?a=%zz&%ff=%c3%28",
      [
        ["a", "%zz"],
        ["\uFFFD", "\uFFFD("],
      ],
    ],
    ["/r?a=1#b=2?c=3", [["a", "1"]]],
    ["http://host/r?a=1", [["a", "1"]]],
  ])("reads the query of %s", (target, pairs) => {
    expect(queryFields(target)).toEqual(pairs.map(([name, value]) => ({ name, value, origin: "query" })));
  });
});
