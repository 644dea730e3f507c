import { type Field, type FormatId, type ParamName, type ParsedParams, parse, refuse } from "@lumiglyph/contract";
import type { ColorDepth, Screen } from "../terminal/screen.ts";

/** How art is to look where the command line leaves it open. */
export type Look = {
  readonly format: FormatId;
  readonly color: boolean;
  /** The colors that are left of it, for a terminal; null for the format's own bytes. */
  readonly depth: ColorDepth | null;
};

/**
 * The format and the color of art. What was given counts, then the name of the output, then what its reader can show: on a
 * terminal with colors the art has them, elsewhere it is plain text. `--color` asks for them wherever it goes.
 */
export const chooseLook = (
  { params, given }: Wanted,
  byName: FormatId | null,
  { depth }: Pick<Screen, "depth">,
): Look => {
  if (given.has("format")) return { format: params.format, color: params.color, depth: null };
  if (byName !== null) return { format: byName, color: params.color, depth: null };
  const color = given.has("color") ? params.color : depth > 1;
  if (!color && !(given.has("monoColor") && depth > 1)) return { format: "text", color, depth: null };
  return { format: "ansi", color, depth: depth > 1 ? depth : null };
};

/** The parameters of a command line, and which of them were given. */
export type Wanted = ParsedParams & { readonly given: ReadonlySet<ParamName> };

/** What fields that the gate has passed ask for, with what was chosen in the place of what was left open. */
export const wantedBy = (fields: readonly Field[], chosen: Chosen = {}): Wanted => {
  const given = new Set(fields.map(({ name }) => name as ParamName));
  const open = Object.entries(chosen).filter(([name]) => !given.has(name as ParamName));
  const parsed = parse([...fields, ...open.map(([name, value]): Field => ({ name, value, origin: "json" }))]);
  if ("problems" in parsed) throw refuse(parsed.problems);
  return { ...parsed, given };
};

type Chosen = { readonly format?: FormatId; readonly color?: boolean; readonly columns?: number };
