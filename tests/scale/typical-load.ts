import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kind, TYPICAL } from "../../scripts/scale/typical.ts";
import type { LoadFigures, LoadOrder } from "../reliability/load/load.ts";
import { load } from "../reliability/load/start-load.ts";
import { paint } from "./pictures.ts";

/** Renders as a query asks for them. */
export const queryOf = ({ columns, format, color, director }: Kind): string =>
  `columns=${columns}&format=${format}&color=${color}${director ? "" : "&autoOptimize=0"}`;

/** The file of the typical picture. */
export const typicalPicture = (): Promise<Buffer> => paint({ subject: "still-life", ...TYPICAL });

/** Typical renders, none of which can be shared. */
export type TypicalLoad = {
  readonly ask: (port: number, pace: LoadOrder["pace"], seconds: number) => Promise<LoadFigures>;
  /** Takes the picture's file away. */
  readonly end: () => void;
};

export const createTypicalLoad = async (): Promise<TypicalLoad> => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-scale-"));
  const picture = join(folder, "picture.jpg");
  writeFileSync(picture, await typicalPicture());
  const render = { picture, query: queryOf(TYPICAL) };
  return {
    ask: (port, pace, seconds) => load({ port, target: "render", render, pace }, seconds),
    end: () => rmSync(folder, { recursive: true }),
  };
};
