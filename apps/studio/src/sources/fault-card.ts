import type { Fault } from "../state/studio.ts";
import { canBeShrunk } from "./picture-limits.ts";
import type { Trouble } from "./trouble.ts";
import { troubleWords } from "./trouble-words.ts";

/** What can be done about troubles. */
export type WaysOut = {
  readonly pick: () => void;
  readonly shrink: () => void;
  readonly useColumns: (columns: number) => void;
};

/** The card of a trouble, with a way out of it. */
export const faultCard = (trouble: Trouble, out: WaysOut): Fault => ({
  code: trouble.code,
  ...troubleWords(trouble),
  ways: waysFor(trouble, out),
});

const waysFor = (trouble: Trouble, out: WaysOut): Fault["ways"] => {
  const another = { label: "Open another file", go: out.pick };
  if (trouble.code === "image_too_many_pixels" && canBeShrunk(trouble.size)) {
    return [{ label: "Shrink it here", go: out.shrink }, another];
  }
  if (trouble.code === "grid_too_large" && trouble.fitting !== null) {
    const { fitting } = trouble;
    return [{ label: `Use ${fitting} columns`, go: () => out.useColumns(fitting) }];
  }
  return [another];
};
