import type { QualityTarget, RenderParams } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import type { Frame } from "../frame.ts";
import { percept } from "../math/srgb.ts";
import { unwatched, type Watch } from "../stage.ts";
import type { Board } from "./board.ts";
import { COMPONENTS, type ComponentName, type Sight } from "./components.ts";
import { exposed, exposureFor } from "./exposure.ts";
import { RUBRICS } from "./rubrics.ts";
import { compare, localsOf } from "./similarity.ts";
import { viewPage, viewPicture } from "./views.ts";

/** A component of a target's rubric, measured. */
export type Mark = {
  readonly name: ComponentName;
  readonly value: number;
  readonly threshold: number;
  readonly met: boolean;
};

/** A page drawn with certain parameters, and how good it is under the target's rubric. */
export type Take = {
  readonly params: RenderParams;
  readonly frame: Frame;
  readonly score: number;
  readonly marks: readonly Mark[];
};

/** Draws a page on a board and judges it. */
export type TryOut = (params: RenderParams) => Take;

/** The rubric is that of the parameters' `qualityTarget`; of all parameters it depends on that and on `invert` only. */
export const judgeOn = (board: Board, { qualityTarget, invert }: RenderParams, watch: Watch = unwatched): TryOut => {
  const { still, seen, draw, redraw } = board;
  const { blur } = seen.kernels;
  const picture = viewPicture(seen, invert);
  const locals = localsOf(picture.far, blur);
  return (params) => {
    const frame = draw(params);
    return watch("measure", () => {
      const page = viewPage(frame);
      const exposure = exposureFor(page.far, picture.far);
      const far = exposed(page.far, exposure);
      const similarity = compare(localsOf(far, blur), locals, blur);
      const twin = () => viewPage(redraw(params)).near;
      const cells = () => cellMeans(still.light, still.size).map(percept);
      const sight = { picture, page, exposure, far, similarity, frame, params, cells, twin };
      return { params, frame, ...mark(sight, qualityTarget) };
    });
  };
};

const mark = (sight: Sight, target: QualityTarget): Pick<Take, "score" | "marks"> => {
  const marks: Mark[] = [];
  let score = 0;
  for (const [key, { weight, threshold }] of Object.entries(RUBRICS[target].demands)) {
    const name = key as ComponentName;
    const { measure, full = 1 } = COMPONENTS[name];
    const value = measure(sight);
    score += weight * Math.min(1, value / full);
    marks.push({ name, value, threshold, met: value >= threshold });
  }
  return { score, marks };
};
