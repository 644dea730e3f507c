import { PARAM_NAMES, type ParamName, type RenderOptions } from "@lumiglyph/contract";
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
  readonly options: RenderOptions;
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

/** A flag of a command line: all that its reader, the help and the shell's completion have to know. */
export type Flag = {
  /** The letter that stands for it after a single dash. */
  readonly short?: string;
  /** What stands for its value in the help. A flag without one is a switch. */
  readonly value?: string;
  /** The values that it takes, where they can be listed. */
  readonly choices?: readonly string[];
  /** What its value names, where that is a path. */
  readonly path?: PathKind;
  /** Whether `--no-` before its name says the opposite. */
  readonly negatable?: true;
  readonly says: string;
  /** The values that it takes, in words, where they are not listed. */
  readonly allowed?: string;
  /** What it is unless it is given, in words. */
  readonly unless?: string;
};

export type PathKind = "file" | "folder";

/** Flags by their long names, without dashes. */
export type Flags = { readonly [name: string]: Flag };

/** The flag of a parameter: `edgeStrength` is `--edge-strength`. */
export const flagOf = (name: ParamName): string => `--${kebab(name)}`;

/** The parameter of a flag's name without its dashes. */
export const paramOf = (name: string): ParamName | undefined => PARAM_NAMES.find((param) => kebab(param) === name);

/** The name of a parameter as a command line spells it. */
export const kebab = (name: ParamName): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
