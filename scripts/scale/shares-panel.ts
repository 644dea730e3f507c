import { BOLD, INK, short, text } from "../director/drawing.ts";
import { fitCosts } from "./cost-model.ts";
import type { Measured } from "./measured.ts";
import { heading, type Panel, SHADES } from "./panel.ts";
import { TYPICAL, typicalWork } from "./typical.ts";

const ROW = 46;

/** What a typical render is made of, by the fit. */
export const sharesPanel = (panel: Panel, measured: Measured): string => {
  const { termsOf, msOf } = fitCosts(measured.costs);
  const typical = typicalWork(measured);
  const terms = [...Map.groupBy(termsOf(typical), ({ called }) => called)]
    .map(([called, same]) => ({ called, ms: same.reduce((sum, { ms }) => sum + ms, 0) }))
    .filter(({ ms }) => ms >= 0.05)
    .toSorted((one, other) => other.ms - one.ms);
  const most = terms[0]?.ms ?? 1;
  const rows = terms.map(({ called, ms }, at) => {
    const top = panel.y + at * ROW;
    return [
      text(panel.x, top + 12, called, INK.text, 'font-size="13"'),
      `<rect x="${panel.x}" y="${top + 19}" width="${short((ms / most) * (panel.width - 60))}" height="12" rx="2" fill="${SHADES[1]}"/>`,
      text(panel.x + (ms / most) * (panel.width - 60) + 8, top + 29, ms.toFixed(1), INK.text, 'font-size="13"'),
    ].join("\n");
  });
  const { megapixels, columns } = TYPICAL;
  return [
    heading(
      panel,
      "A typical render, in CPU milliseconds",
      `JPEG of ${megapixels} megapixels, ${columns} columns of text, as by default`,
    ),
    ...rows,
    text(
      panel.x,
      panel.y + terms.length * ROW + 16,
      `together ${msOf(typical).toFixed(1)} ms, alone on the machine`,
      INK.text,
      BOLD,
    ),
  ].join("\n");
};
