import { paramOf } from "../words/command.ts";
import { type CommandRow, DRAW, flagsOf } from "../words/commands.ts";
import { allowedBy, columns, flagTerm, paragraph } from "./layout.ts";

/** The text of `lumiglyph help FLAG` for a flag of this command. */
export const flagPage = (name: string, row: CommandRow): string => {
  const flag = flagsOf(row)[name];
  if (flag === undefined) throw new RangeError(`${row.usage} has no flag ${name}`);
  const param = row === DRAW ? paramOf(name) : undefined;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["takes", allowedBy(flag)],
    ["default", flag.unless],
    ["opposite", flag.negatable && `--no-${name}`],
    ["belongs to", row.usage],
    ["the service's", param && `parameter ${param}`],
  ];
  return `${[
    flagTerm(name, flag).replace("[no-]", "").trim(),
    paragraph(`${flag.says.charAt(0).toUpperCase()}${flag.says.slice(1)}.`),
    columns(
      rows.flatMap(([term, says]) => (says === undefined ? [] : [[term, says] as const])),
      LEFT,
    ),
  ].join("\n\n")}\n`;
};

/** Start of the second column. */
const LEFT = 18;
