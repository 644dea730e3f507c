import type { Field } from "@lumiglyph/contract";
import type { Hints } from "@lumiglyph/engine";
import type { Streams } from "../streams.ts";

/** What a command line asks for. */
export type Command = DrawCommand | DecodeCommand | ServeCommand | McpCommand | PrintCommand;

/** Pictures to draw. */
export type DrawCommand = {
  readonly kind: "draw";
  /** Files and folders, `-` for standard input; none for what is piped in. */
  readonly operands: readonly string[];
  /** The parameters as they were given; the gate has passed them. */
  readonly fields: readonly Field[];
  /** Where the art goes, or null for standard output. */
  readonly out: string | null;
  /** Whether to draw again whenever a file changes. */
  readonly watch: boolean;
};

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

/** The service over HTTP; what is null is left to its settings. */
export type ServeCommand = {
  readonly kind: "serve";
  readonly port: string | null;
  readonly host: string | null;
};

/** The tool for agents, over standard input and output. */
export type McpCommand = {
  readonly kind: "mcp";
  /** The folder whose images it may read, or null. */
  readonly root: string | null;
};

/** Something to read: help, the version, a shell's completion. */
export type PrintCommand = {
  readonly kind: "print";
  readonly text: (streams: Streams) => string | Promise<string>;
};
