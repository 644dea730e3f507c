import type { ParsedParams } from "@lumiglyph/contract";
import type { Hints } from "@lumiglyph/engine";

/** What a command line asks for. */
export type Command =
  | { readonly kind: "render"; readonly image: string; readonly parsed: ParsedParams }
  | DecodeCommand
  | McpCommand
  | { readonly kind: "help" }
  | { readonly kind: "version" };

/** Art to turn back into a picture. */
export type DecodeCommand = {
  readonly kind: "decode";
  readonly art: string;
  /** The picture's file. */
  readonly out: string;
  /** Pixels that a cell is wide, or `cells` for one pixel a cell. */
  readonly scale: number | "cells";
  readonly hints: Hints;
};

/** The tool for agents, over standard input and output. */
export type McpCommand = {
  readonly kind: "mcp";
  /** The folder whose images it may read, or null. */
  readonly root: string | null;
};
