import type { ToldLimit } from "../../told-limits.ts";
import { code, table } from "./page.ts";

/** Limits as a table. */
export const limitsTable = (limits: readonly ToldLimit[]): string =>
  table(
    ["Limit", "Value", "Meaning"],
    limits.map(({ name, value, unit, says }) => [code(name), `${value} ${unit}`.trim(), says]),
  );
