import { PARAM_NAMES, type ParamName, type RenderOptions } from "@lumiglyph/contract";
import type { Hints } from "@lumiglyph/engine";
import type { Streams } from "../streams.ts";

/** A parsed command line. */
export type Command =
  | DrawCommand
  | DecodeCommand
  | CalibrateCommand
  | SignCommand
  | ServeCommand
  | McpCommand
  | PrintCommand;

/** Renders pictures. */
export type DrawCommand = {
  readonly kind: "draw";
  /** Files and folders, `-` for standard input; empty to read a pipe. */
  readonly operands: readonly string[];
  /** The given parameters, already validated. */
  readonly options: RenderOptions;
  /** Where the art goes, or null for standard output. */
  readonly out: string | null;
  /** Whether to draw in the finest mosaic that is drawn where the art goes. */
  readonly blocks: boolean;
  /** Whether to render again whenever a file changes. */
  readonly watch: boolean;
  /** The file of a font's profile, or null. */
  readonly fontProfile: string | null;
  /** What art in a terminal has to fit. */
  readonly fit: "screen" | "width";
  /** Whether art is centered in a terminal. */
  readonly center: boolean;
  /** Whether the terminal may be asked what it shows. */
  readonly probe: boolean;
  /** Whether animated pictures are played in a terminal, and how often: 0 for ever, null for as often as they say. */
  readonly animate: boolean;
  readonly plays: number | null;
  /** Pictures to render at once. */
  readonly jobs: number;
};

/** Measures a font. */
export type CalibrateCommand = {
  readonly kind: "calibrate";
  readonly font: string;
  /** The profile's file. */
  readonly out: string;
  readonly size: number | undefined;
  readonly lineHeight: number | undefined;
};

/** Signs the address of art. */
export type SignCommand = {
  readonly kind: "sign";
  readonly address: string;
  /** Seconds from now until it ends, or null. */
  readonly lasts: number | null;
};

/** Turns art back into a picture. */
export type DecodeCommand = {
  readonly kind: "decode";
  readonly art: string;
  /** The picture's file. */
  readonly out: string;
  /** Pixels per cell width, or `cells` for one pixel per cell. */
  readonly scale: number | "cells";
  readonly hints: Hints;
};

/** Starts the HTTP service; null values are left to its settings. */
export type ServeCommand = {
  readonly kind: "serve";
  readonly port: string | null;
  readonly host: string | null;
};

/** Serves the MCP tool over standard input and output. */
export type McpCommand = {
  readonly kind: "mcp";
  /** The folder whose images it may read, or null. */
  readonly root: string | null;
};

/** Prints text: help, the version, shell completion. */
export type PrintCommand = {
  readonly kind: "print";
  readonly text: (streams: Streams) => string | Promise<string>;
};

/** A flag: everything its parser, the help and the completion need. */
export type Flag = {
  /** Its letter after a single dash. */
  readonly short?: string;
  /** Alias known to users of other tools. */
  readonly also?: string;
  /** Placeholder of its value in the help. A flag without one is a switch. */
  readonly value?: string;
  /** The accepted values, if they can be listed. */
  readonly choices?: readonly string[];
  /** The kind of path its value is, if it is one. */
  readonly path?: PathKind;
  /** Whether `--no-` before its name negates it. */
  readonly negatable?: true;
  readonly says: string;
  /** The accepted values in words, if they are not listed. */
  readonly allowed?: string;
  /** Its default in words. */
  readonly fallback?: string;
};

export type PathKind = "file" | "folder";

/** Flags by long name, without dashes. */
export type Flags = { readonly [name: string]: Flag };

/** The flag of a parameter: `edgeStrength` is `--edge-strength`. */
export const flagOf = (name: ParamName): string => `--${kebab(name)}`;

/** The parameter of a flag's name without its dashes. */
export const paramOf = (name: string): ParamName | undefined => PARAM_NAMES.find((param) => kebab(param) === name);

/** A parameter's name in kebab-case. */
export const kebab = (name: ParamName): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
