import { PARAM_NAMES, type Param, type ParamName, paramRow, parse, type RenderParams } from "@lumiglyph/contract";
import type { Desk } from "../commands.ts";
import type { Entry } from "./entries.ts";
import { isLike } from "./matches.ts";
import { valueWords } from "./param-entries.ts";

/**
 * What a text of the form `name value` would set: "columns 200", "color off", "charset blocks". One entry for each parameter
 * that the name may mean and that takes the value; the API's own gate judges it. `preview` says what would come of it.
 */
export const setEntries = (typed: string, preview: (sets: NonNullable<Entry["sets"]>) => string): readonly Entry[] => {
  const [, name = "", given = ""] = /^(.*\S)\s+(\S+)$/.exec(typed.trim()) ?? [];
  if (given === "") return [];
  return PARAM_NAMES.filter((one) => isLike(name, namesOf(one))).flatMap((one) => {
    const value = valueFor(one, given);
    return value === null ? [] : [entryFor({ name: one, value }, preview)];
  });
};

const entryFor = (sets: NonNullable<Entry["sets"]>, preview: (one: typeof sets) => string): Entry => ({
  id: `set-${sets.name}-${sets.value}`,
  group: "Set",
  words: `Set ${paramRow(sets.name).label.toLowerCase()} to ${valueWords(sets.value)}`,
  value: preview(sets),
  keys: [],
  sets,
  choose({ studio }: Desk) {
    studio.params.set(sets.name, sets.value);
    return null;
  },
});

const namesOf = (name: ParamName): string => `${paramRow(name).label} ${name}`;

/** The value that a text means for a parameter; null where the gate refuses it. */
const valueFor = (name: ParamName, given: string): RenderParams[ParamName] | null => {
  const row: Param = paramRow(name);
  const value = row.kind === "boolean" ? (SWITCHES[given.toLowerCase()] ?? given) : given;
  const begun = row.kind === "choice" ? row.values.find((one) => one.startsWith(value.toLowerCase())) : undefined;
  const result = parse([{ name, value: begun ?? value, origin: "query" }]);
  return "problems" in result ? null : result.params[name];
};

const SWITCHES: Readonly<Record<string, string>> = { on: "true", off: "false", yes: "true", no: "false" };
