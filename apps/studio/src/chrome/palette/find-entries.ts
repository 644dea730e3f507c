import { MAX_CELLS, rowsFor } from "@lumiglyph/contract";
import type { Desk } from "../commands.ts";
import { commandEntries } from "./command-entries.ts";
import type { Entry } from "./entries.ts";
import { isLike } from "./matches.ts";
import { paramEntries } from "./param-entries.ts";
import { setEntries } from "./set-entries.ts";

/** The rows for what was typed: what it would set, then parameters, then commands. Nothing typed finds all of the latter. */
export const findEntries = (typed: string, desk: Desk): readonly Entry[] => {
  const sets = setEntries(typed, ({ name, value }) => (name === "columns" ? gridWords(desk, Number(value)) : ""));
  // the value behind a name is no part of it
  const sought = sets.length > 0 ? typed.trim().replace(/\s+\S+$/, "") : typed;
  const found = [...paramEntries(desk), ...commandEntries(desk)].filter(({ id, words }) =>
    isLike(sought, `${words} ${id.replace(/^\w+-/, "")}`),
  );
  return [...sets, ...found];
};

/** The grid that so many columns would make of what is open. */
const gridWords = ({ studio }: Desk, columns: number): string => {
  const info = studio.opened.value?.info;
  if (info === undefined) return "";
  const rows = rowsFor(columns, info.width, info.height);
  const cells = columns * rows;
  return cells > MAX_CELLS ? "too many characters" : `${columns} × ${rows}, ${cells.toLocaleString("en-US")} cells`;
};
