import { expect, test } from "vitest";
import { askRender, formImage, type Given, jsonImage, queryOf, rawImage } from "../support/http-render.ts";
import { SCHEMAS } from "../support/http-schemas.ts";
import { serviceForFile } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";
import { outsideOf, SPECIFIED, type SpecifiedParameter } from "./table.ts";

/** Values that a parameter accepts and refuses over HTTP: native types in JSON, text in query and form. */
type Row = {
  readonly default: unknown;
  readonly taken: readonly unknown[];
  readonly refused: readonly unknown[];
  /** Refused as text, in a query or form. */
  readonly misspelled: readonly string[];
  /** Refused in JSON only, for its type. */
  readonly mistyped: readonly unknown[];
};

const number = ({ kind, min, max, step, default: initial }: SpecifiedNumber): Row => ({
  default: initial,
  taken: [min, max],
  refused: [...outsideOf({ min, max, step }), ...(kind === "integer" ? [min + 0.5] : []), "many", true],
  misspelled: ["", " 1", "1e0", "0x1", "+1", "NaN"],
  mistyped: [String(initial), null, [initial], { value: initial }],
});

type SpecifiedNumber = Extract<SpecifiedParameter, { step: number }>;

const oneOf = (initial: string, values: readonly string[]): Row => ({
  default: initial,
  taken: values.filter((value) => value !== initial),
  refused: ["other", initial.toUpperCase(), 1, true],
  misspelled: ["", ` ${initial}`],
  mistyped: [null, [initial]],
});

const BOOLEAN: Row = {
  default: false,
  taken: [true],
  refused: ["yes", 2],
  misspelled: ["", "on", " true"],
  mistyped: ["true", 1, 0, null],
};

const COLOR: Omit<Row, "default"> = {
  taken: ["#000000", "#ffffff", "#12abef"],
  refused: ["red", "e5e5e5", "#12", "#12345", "#12345g", "#e5e5e5ff", 0],
  misspelled: ["", " #e5e5e5"],
  mistyped: [null, ["#e5e5e5"]],
};

const examples = (row: SpecifiedParameter): Row => {
  if (row.kind === "boolean") return BOOLEAN;
  if (row.kind === "color") return { ...COLOR, default: row.default };
  return row.kind === "enum" ? oneOf(row.default, row.values) : number(row);
};

const TABLE: { readonly [name: string]: Row } = Object.fromEntries(SPECIFIED.map((row) => [row.name, examples(row)]));

const service = serviceForFile();
const RAMP = fixture("charts/ramp.png");

/**
 * A parameter in each of its three places. The image is added, and other required parameters are in
 * the query.
 */
const PLACES = {
  query: (given: Given, others: Given) => rawImage(RAMP, { ...others, ...given }),
  form: (given: Given, others: Given) => formImage(RAMP, given, others),
  json: (given: Given, others: Given) => jsonImage(RAMP, given, others),
} as const;

const PLACE_NAMES = Object.keys(PLACES) as (keyof typeof PLACES)[];

/** Everything else that makes the response list the parameters in use. */
const othersBeside = (name: string): Given => ({
  ...(name === "columns" ? {} : { columns: 16 }),
  ...(name === "format" ? {} : { format: "json" }),
});

const send = (place: keyof typeof PLACES, name: string, value: unknown) =>
  askRender(service.url, PLACES[place]({ [name]: value }, othersBeside(name)));

type Art = {
  readonly params: { readonly [name: string]: unknown };
  readonly quality: {
    readonly tuned: { readonly [name: string]: { readonly from: unknown } };
    readonly locked: readonly string[];
  };
};

/** Parameters that the Director may tune unless given. */
const TUNABLE = ["contrast", "brightness", "gamma", "sharpen", "autoLevels", "structure", "denoise"];

const lockedBy = (text: string): readonly string[] => (JSON.parse(text) as Art).quality.locked;

/** A response without its list of locked parameters. */
const unlocked = (text: string): string => text.replace(/"locked":\[[^\]]*\]/, '"locked":[]');

/** The value of a parameter before the Director. */
const usedBy = (name: string, text: string): unknown => {
  const { params, quality } = JSON.parse(text) as Art;
  return quality.tuned[name]?.from ?? params[name];
};

for (const [name, row] of Object.entries(TABLE)) {
  test(`${name} is ${row.default} if omitted (spec 2.2)`, async () => {
    // given values are locked: only untunable parameters behave the same, given or omitted
    const others = { ...othersBeside(name), ...(name === "autoOptimize" ? {} : { autoOptimize: 0 }) };
    const omitted = await askRender(service.url, rawImage(RAMP, others));
    expect(omitted.status).toBe(200);
    if (name !== "format") expect(usedBy(name, omitted.text)).toBe(row.default);
    for (const place of PLACE_NAMES) {
      const given = await askRender(service.url, PLACES[place]({ [name]: row.default }, others));
      expect([place, given.status, unlocked(given.text)]).toEqual([place, 200, unlocked(omitted.text)]);
      if (name !== "format") expect(lockedBy(given.text)).toEqual(TUNABLE.includes(name) ? [name] : []);
    }
  });

  test(`${name} accepts ${row.taken.join(" or ")}, in query, form and JSON, and uses it unchanged (spec 2.2, 8.1)`, async () => {
    for (const value of row.taken) {
      for (const place of PLACE_NAMES) {
        const { status, text, headers } = await send(place, name, value);
        expect([place, value, status]).toEqual([place, value, 200]);
        if (name === "format") expect(headers.get("content-disposition")).toContain("lumiglyph.");
        else expect([place, usedBy(name, text)]).toEqual([place, value]);
      }
    }
  });

  test(`${name} is refused by name if out of range or of another type (spec 7; answers 1.3, 2.1)`, async () => {
    const written = [...row.refused, ...row.misspelled];
    const cases = { query: written, form: written, json: [...row.refused, ...row.mistyped] };
    for (const place of PLACE_NAMES) {
      for (const value of cases[place]) {
        const { status, json } = await send(place, name, value);
        const { code, errors } = json() as { code: string; errors: { parameter: string; allowed: string }[] };
        const reported = errors.map(({ parameter, allowed }) => [parameter, allowed === ""]);
        expect([place, value, status, code, reported]).toEqual([
          place,
          value,
          400,
          "parameter_invalid",
          [[name, false]],
        ]);
      }
    }
  });
}

test("All parameters fit in one query (spec 4.2)", async () => {
  const all = Object.fromEntries(Object.entries(TABLE).map(([name, row]) => [name, row.taken[0]]));
  const { status, text } = await askRender(service.url, rawImage(RAMP, { ...all, format: "json" }));
  expect(status).toBe(200);
  expect((JSON.parse(text) as Art).params).toEqual({ ...all, format: "json" });
});

test("Every wrong value is a problem in one response (answers 1.3, 2.1)", async () => {
  const all = Object.fromEntries(Object.entries(TABLE).map(([name, row]) => [name, row.refused[0]]));
  const { status, json } = await askRender(service.url, { ...jsonImage(RAMP), query: queryOf(all) });
  expect([status, SCHEMAS.problem(json())]).toEqual([400, "valid"]);
  const { errors } = json() as { errors: { parameter: string; given: string; message: string }[] };
  expect(errors.map(({ parameter }) => parameter).toSorted()).toEqual(Object.keys(TABLE).toSorted());
  for (const { parameter, given, message } of errors) {
    expect(given).toBe(String(all[parameter]));
    expect(message).toContain(`\`${parameter}\``);
  }
});

test("Query and body may agree but not differ (answers 1.1)", async () => {
  for (const body of [formImage, jsonImage]) {
    const statuses = [40, 41].map(async (columns) => {
      const { status, json } = await askRender(service.url, body(RAMP, { columns: 40 }, { columns, format: "json" }));
      return [status, json()["code"]];
    });
    expect(await Promise.all(statuses)).toEqual([
      [200, undefined],
      [400, "parameter_conflict"],
    ]);
  }
});

test("A repeated key in query or form is refused, equal or not (answers 1.2)", async () => {
  const again = await askRender(service.url, { ...rawImage(RAMP), query: "columns=40&columns=40" });
  expect([again.status, again.json()["code"]]).toEqual([400, "parameter_repeated"]);
});

test("An unknown name gets the nearest suggested (answers 1.4)", async () => {
  for (const place of PLACE_NAMES) {
    const { status, json } = await send(place, "colums", 40);
    expect([status, json()["code"]]).toEqual([400, "parameter_unknown"]);
    expect(json()["detail"]).toContain("Did you mean `columns`?");
  }
});
