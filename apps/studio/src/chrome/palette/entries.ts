import type { ParamName, RenderParams } from "@lumiglyph/contract";
import type { Desk } from "../commands.ts";
import type { Chord } from "../key-chords.ts";

/** A row of the palette. */
export type Entry = {
  /** What tells it from all others. */
  readonly id: string;
  readonly group: "Set" | "Parameters" | "Commands";
  readonly words: string;
  /** What it is now, or what it would become. */
  readonly value: string;
  readonly keys: readonly Chord[];
  /** What choosing it does; a text takes the place of what was typed, and the palette stays. */
  readonly choose: (desk: Desk) => string | null;
  /** What is set, for those that set something. */
  readonly sets?: { readonly name: ParamName; readonly value: RenderParams[ParamName] };
};
