import { PARAM_NAMES, type Param, type ParamName, paramRow, type RenderParams } from "@lumiglyph/contract";
import { COMMANDS, type Command, type Desk } from "../commands.ts";
import type { Entry } from "./entries.ts";

/** Every parameter, with its value and its keys. A switch is turned at once; of the others the name is taken over, to type a value. */
export const paramEntries = ({ studio }: Desk): readonly Entry[] => {
  const { params } = studio.params.parsed.value;
  return PARAM_NAMES.map((name) => {
    const row: Param = paramRow(name);
    return {
      id: `param-${name}`,
      group: "Parameters",
      words: row.label,
      value: valueWords(params[name]),
      keys: (COMMANDS as Partial<Record<string, Command>>)[name]?.keys ?? [],
      choose(desk) {
        if (row.kind !== "boolean") return `${row.label.toLowerCase()} `;
        desk.studio.params.set(name, !params[name] as RenderParams[ParamName]);
        return null;
      },
    };
  });
};

/** A value as people read it. */
export const valueWords = (value: string | number | boolean): string =>
  typeof value === "boolean" ? (value ? "on" : "off") : String(value);
