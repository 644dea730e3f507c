import type { QualityTarget } from "@lumiglyph/contract";
import type { Candidate } from "../packages/engine/src/director/evaluate.ts";
import { describeArt } from "../packages/engine/src/encoders/encoder.ts";
import { contactSheet } from "./director/contact-sheet.ts";
import { characters, figure, sizeOf } from "./director/drawing.ts";
import { traceOf } from "./director/trace.ts";
import { viewsFigure } from "./director/views-figure.ts";

/** The pictures that docs/explanation/director.md follows the Director through. */
const CASES: Readonly<Record<string, QualityTarget>> = {
  "still-life": "balanced",
  portrait: "portrait",
  koi: "low-light",
};

/**
 * Paths and makers of the figures: what is seen of a picture and its page, then for each picture the page as asked for, the
 * page as sent, and the sheet of what was tried.
 */
export const directorFigures = (): { readonly [path: string]: () => Promise<string> } => ({
  "docs/images/director-views.svg": () => viewsFigure("portrait.png", "portrait", 64),
  ...Object.fromEntries(
    Object.entries(CASES).flatMap(([name, qualityTarget]) => {
      const trace = once(() => traceOf(`${name}.png`, { qualityTarget }));
      const path = (part: string): string => `docs/images/director-${name}-${part}.svg`;
      return [
        [path("asked"), async () => pageSvg((await trace()).asked)],
        [path("sent"), async () => pageSvg((await trace()).sent)],
        [path("sheet"), async () => contactSheet(await trace())],
      ];
    }),
  ),
});

const pageSvg = ({ state }: Candidate): string => {
  return figure({ title: describeArt(state.size), ...sizeOf(state), ground: "#000" }, [characters(state)]);
};

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
