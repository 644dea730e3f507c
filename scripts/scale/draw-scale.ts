import { figure, WIDTH } from "../director/drawing.ts";
import { busyPanel } from "./busy-panel.ts";
import { fitPanel } from "./fit-panel.ts";
import { type Measured, readMeasured } from "./measured.ts";
import { ratesPanel } from "./rates-panel.ts";
import { sharesPanel } from "./shares-panel.ts";

const LEFT = 64;
const RIGHT = WIDTH / 2 + 56;
const PANEL_WIDTH = 376;

/** The picture of docs/explanation/scale.md, out of what was measured. */
export const scaleSvg = (measured: Measured = readMeasured()): string =>
  figure(
    {
      title: "Renders a second and what each takes, from one worker to four instances; the fit of costs and its error",
      width: WIDTH,
      height: 872,
    },
    [
      ratesPanel({ x: LEFT, y: 76, width: PANEL_WIDTH, height: 260 }, measured),
      busyPanel({ x: RIGHT, y: 76, width: PANEL_WIDTH, height: 260 }, measured),
      fitPanel({ x: LEFT, y: 502, width: PANEL_WIDTH, height: 300 }, measured),
      sharesPanel({ x: RIGHT, y: 502, width: PANEL_WIDTH, height: 300 }, measured),
    ],
  );
