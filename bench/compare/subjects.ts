import { join } from "node:path";
import { type GridSize, gridSize } from "@lumiglyph/contract";
import sharp from "sharp";
import { ROOT } from "../../scripts/pack/published.ts";
import { type Judge, judgeFor } from "../judge/judge.ts";
import { penOf } from "../judge/pen.ts";
import type { Options } from "../options.ts";
import { listPictures } from "../pictures.ts";

/** A picture that every tool draws: its file, the grid that all are asked for, and its judge. */
export type Subject = {
  readonly name: string;
  readonly file: string;
  readonly grid: GridSize;
  readonly judge: Judge;
};

/** The project's own pictures. */
export const loadSubjects = async ({
  columns,
  font,
}: Pick<Options, "columns" | "font">): Promise<readonly Subject[]> => {
  const pen = penOf(font);
  return Promise.all(
    (await listPictures(null)).map(async ({ file, read }) => {
      const bytes = read();
      const { width, height } = await sharp(bytes).metadata();
      const judge = await judgeFor(bytes, pen);
      return { name: file, file: join(ROOT, "fixtures", file), grid: gridSize(columns, width, height), judge };
    }),
  );
};
