import { describe, expect, it } from "vitest";
import { refuseFor } from "./facts.ts";
import { type Problem, partsOf, Refusal, refusalFor } from "./problems.ts";
import { parseRequest } from "./request.ts";
import { LIBRARY_WORDS, refuse, type Words, wordsOf } from "./words.ts";

/** Words that differ from the library's in everything. */
const OTHER: Words = {
  parameter: "argument",
  choose: "Pick one of",
  whole: "The form has",
  spell: (parameter) => parameter.toUpperCase(),
  allow: (parameter) => `what ${parameter} takes`,
  says: (code) => `It is ${code}.`,
};

const problem = (rule: Problem["rule"], code: Problem["code"] = "parameter_invalid", suggestion = "rows"): Problem => ({
  code,
  parameter: "columns",
  given: "4",
  rule,
  suggestion,
});

const said = (refusal: Refusal) => wordsOf(refusal, OTHER).message;

describe("a refusal in the words of a surface", () => {
  it("spells parameters and says what they take", () => {
    expect(said(refuse([problem({ kind: "row", type: null })]))).toBe(
      "Expected what columns takes for `COLUMNS` but received `4`. Did you mean `rows`?",
    );
    expect(said(refuse([problem({ kind: "known" })]))).toBe("There is no argument `COLUMNS`. Did you mean `rows`?");
    const fact = { kind: "grid", columns: 400, rows: 800, width: 100, height: 400, fitting: 346 } as const;
    expect(said(refuseFor("grid_too_large", fact))).toMatch(/The largest `COLUMNS` that fits is 346\.$/);
    expect(said(refuseFor("grid_too_large", { ...fact, fitting: null }))).toMatch(/give `ROWS`, 400 at most/);
  });

  it("begins the sentences about formats and about too many fields as the surface does", () => {
    const format = { kind: "format", given: "TIFF", accepted: ["JPEG", "PNG"] } as const;
    expect(said(refuseFor("image_format_unsupported", format))).toBe("TIFF is not supported. Pick one of: JPEG, PNG.");
    expect(said(refuseFor("parameter_unknown", { kind: "fields", most: 96, parameters: 36 }))).toMatch(
      /^The form has more than 96 fields;/,
    );
  });

  it("has the surface's own sentence for what the table says", () => {
    expect(said(refusalFor("image_unreadable"))).toBe("It is image_unreadable.");
    expect(said(refuse([problem({ kind: "source" }, "image_missing")]))).toContain("It is image_missing.");
  });

  it("keeps a message that one surface wrote for itself", () => {
    expect(said(new Refusal("image_too_large", "11 bytes are one too many."))).toBe("11 bytes are one too many.");
  });

  it("lists each problem with its code, name, value, and what is allowed", () => {
    expect(wordsOf(refuse([problem({ kind: "known" }, "parameter_unknown")]), LIBRARY_WORDS).problems).toEqual([
      {
        code: "parameter_unknown",
        parameter: "columns",
        given: "4",
        allowed: "rows",
        message: "There is no parameter `columns`. Did you mean `rows`?",
      },
    ]);
  });

  it("lists 32 problems and counts the rest", () => {
    const { problems, message } = wordsOf(refuse(Array(40).fill(problem({ kind: "known" }))), LIBRARY_WORDS);
    expect(problems).toHaveLength(32);
    expect(message).toMatch(/ And 8 more\.$/);
  });

  it("needs at least one problem", () => expect(() => refuse([])).toThrow(RangeError));
});

describe("a refusal", () => {
  it("is an Error with the library's words", () => {
    expect(refuse([problem({ kind: "type", type: "string" })])).toBeInstanceOf(Error);
    expect(refusalFor("not_found").name).toBe("Refusal");
    expect(refuseFor("image_unreadable", { kind: "scans" }).message).toMatch(/^The JPEG has too many scans/);
  });

  it("is the same after its parts went to another process", () => {
    for (const refused of [refusalOf(), refuseFor("image_unreadable", { kind: "metadata" }), refusalFor("draining")]) {
      const there = new Refusal(...(JSON.parse(JSON.stringify(partsOf(refused))) as ReturnType<typeof partsOf>));
      expect(wordsOf(there, OTHER)).toEqual(wordsOf(refused, OTHER));
      expect([there.code, there.message]).toEqual([refused.code, refused.message]);
    }
  });
});

const refusalOf = (): Refusal => {
  try {
    parseRequest([{ name: "colums", value: 80, origin: "json" }]);
  } catch (error) {
    return error as Refusal;
  }
  throw new Error("was not refused");
};
