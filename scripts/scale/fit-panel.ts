import { END, INK, MIDDLE, short, text } from "../director/drawing.ts";
import { fitCosts, measuredMs } from "./cost-model.ts";
import type { CostSample, Measured } from "./measured.ts";
import { heading, legend, type Panel, SHADES } from "./panel.ts";
import { grouped, percent } from "./words.ts";

/** Every kind of render that was measured: what the fit says of it against what it took, on logarithmic scales. */
export const fitPanel = (panel: Panel, { costs }: Measured): string => {
  const { msOf, error } = fitCosts(costs);
  const all = costs.flatMap((sample) => [measuredMs(sample), msOf(sample)]);
  const [least, most] = [Math.log10(Math.min(...all)) - 0.08, Math.log10(Math.max(...all)) + 0.08];
  const share = (ms: number): number => (Math.log10(ms) - least) / (most - least);
  const across = (ms: number): number => panel.x + share(ms) * panel.width;
  const up = (ms: number): number => panel.y + panel.height - share(ms) * panel.height;
  const ticks = TICKS.filter((ms) => share(ms) > 0 && share(ms) < 1);
  const foot = panel.y + panel.height;
  const point = (sample: CostSample): string => mark(across(msOf(sample)), up(measuredMs(sample)), sample.heldOut);
  const [from, to] = [10 ** least, 10 ** most];
  return [
    heading(
      panel,
      "The fit, and what it has not seen",
      `half are off by less than ${percent(error.median)}, 95 of 100 by less than ${percent(error.p95)}`,
    ),
    `<rect x="${panel.x}" y="${panel.y}" width="${panel.width}" height="${panel.height}" fill="none" stroke="${INK.rule}"/>`,
    ...ticks.map(
      (ms) =>
        `<path d="M${short(across(ms))} ${panel.y}V${foot}M${panel.x} ${short(up(ms))}h${panel.width}" stroke="${INK.rule}"/>` +
        text(across(ms), foot + 18, grouped(ms), INK.quiet, `${MIDDLE} font-size="12"`) +
        text(panel.x - 8, up(ms) + 4, grouped(ms), INK.quiet, `${END} font-size="12"`),
    ),
    `<path d="M${short(across(from))} ${short(up(from))}L${short(across(to))} ${short(up(to))}" stroke="${INK.mark}" stroke-width="1.5"/>`,
    ...costs.toSorted((one, other) => Number(one.heldOut) - Number(other.heldOut)).map(point),
    legend(panel.x, foot + 44, [
      [mark(4, -4, false), "measured (up) beside the fit (across), ms"],
      [mark(4, -4, true), "not seen by the fit"],
    ]),
  ].join("\n");
};

const TICKS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

const mark = (x: number, y: number, heldOut: boolean): string =>
  heldOut
    ? `<circle cx="${short(x)}" cy="${short(y)}" r="4" fill="${SHADES[0]}" fill-opacity=".85"/>`
    : `<circle cx="${short(x)}" cy="${short(y)}" r="3.5" fill="none" stroke="${INK.quiet}" stroke-width="1.3"/>`;
