import { median } from "../../bench/statistics/averages.ts";
import { BOLD, INK, MIDDLE, short, text } from "../director/drawing.ts";
import { byArrangement, renderMs } from "./crowding.ts";
import type { Busy, Measured, Turn } from "./measured.ts";
import { arrangementLabel, columnsIn, heading, legend, type Panel, SHADES, swatch, uprightScale } from "./panel.ts";

/** Who works for a render, from the foot of a column upward; what others do on the machine is not part of it. */
const SHOWN = ["workers", "services", "haproxy", "redis", "callers"] as const satisfies readonly (keyof Busy)[];

const NAMES = {
  workers: "workers",
  services: "service",
  haproxy: "haproxy",
  redis: "Redis",
  callers: "load generator",
};

/** Milliseconds of a core that a render takes, by whom. */
export const busyPanel = (panel: Panel, { turns }: Measured): string => {
  const groups = byArrangement(turns);
  const stacks = groups.map((group) => SHOWN.map((party) => median(group.turns.map((turn) => msOf(turn, party)))));
  const scale = uprightScale(panel, Math.max(...stacks.map(total)));
  const { middle, width } = columnsIn(panel, groups.length);
  const foot = panel.y + panel.height;
  const columns = groups.map((group, at) => {
    const stack = stacks[at]!;
    const left = middle(at) - width / 2;
    let below = 0;
    const pieces = stack.map((ms, n) => {
      const [from, to] = [scale.at(below), scale.at(below + ms)];
      below += ms;
      return `<rect x="${short(left)}" y="${short(to)}" width="${short(width)}" height="${short(from - to)}" fill="${SHADES[n]}"/>`;
    });
    const own = median(group.turns.map(renderMs));
    return [
      ...pieces,
      text(middle(at), scale.at(stack[0]!) + 20, own.toFixed(1), INK.ground, `${MIDDLE} ${BOLD}`),
      arrangementLabel(middle(at), foot, group),
    ].join("\n");
  });
  return [
    heading(panel, "CPU milliseconds a render", "the number is that of workers and service, which is what scales"),
    scale.markup,
    ...columns,
    legend(
      panel.x,
      foot + 66,
      SHOWN.map((party, n) => [swatch(SHADES[n]!), NAMES[party]] as const),
    ),
  ].join("\n");
};

const msOf = ({ busy, renders }: Turn, party: keyof Busy): number => (busy[party] * 1000) / renders;

const total = (stack: readonly number[]): number => stack.reduce((sum, ms) => sum + ms, 0);
