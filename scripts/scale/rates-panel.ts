import { BOLD, INK, MIDDLE, short, text } from "../director/drawing.ts";
import { byArrangement, rateOf } from "./crowding.ts";
import type { Measured } from "./measured.ts";
import { arrangementLabel, columnsIn, heading, legend, type Panel, SHADES, uprightScale } from "./panel.ts";
import { predictions } from "./prediction.ts";

/** Renders a second of each arrangement: every turn, their median, and what the fit has predicted. */
export const ratesPanel = (panel: Panel, measured: Measured): string => {
  const groups = byArrangement(measured.turns);
  const found = predictions(measured);
  const most = Math.max(...measured.turns.map(rateOf), ...found.map(({ predicted }) => predicted));
  const scale = uprightScale(panel, most);
  const { middle, width } = columnsIn(panel, groups.length);
  const foot = panel.y + panel.height;
  const columns = groups.map((group, at) => {
    const { predicted, measured: rate } = found[at]!;
    const left = middle(at) - width / 2;
    return [
      `<path d="M${short(left)} ${foot}V${short(scale.at(rate))}h${short(width)}V${foot}z" fill="${SHADES[1]}"/>`,
      ...group.turns.map((turn, n) => dot(left + ((n + 0.5) * width) / group.turns.length, scale.at(rateOf(turn)))),
      `<path d="M${short(left - 7)} ${short(scale.at(predicted))}h${short(width + 14)}" stroke="${INK.mark}" stroke-width="2"/>`,
      text(middle(at), foot - 10, rate.toFixed(1), INK.text, `${MIDDLE} ${BOLD}`),
      arrangementLabel(middle(at), foot, group),
    ].join("\n");
  });
  const { cores } = measured.machine;
  return [
    heading(panel, "Renders a second", `behind haproxy, on ${cores} cores that callers have a share of`),
    scale.markup,
    ...columns,
    legend(panel.x, foot + 66, [
      [`<rect y="-9" width="9" height="9" fill="${SHADES[1]}"/>`, "median"],
      [dot(4, -4), "each turn"],
      [`<path d="M-2 -4h13" stroke="${INK.mark}" stroke-width="2"/>`, "predicted by the fit of costs"],
    ]),
  ].join("\n");
};

const dot = (x: number, y: number): string =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="3" fill="${INK.ground}" stroke="${INK.text}" stroke-width="1.2"/>`;
