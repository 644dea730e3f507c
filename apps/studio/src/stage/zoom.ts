import { cellAtZoom } from "./fit.ts";

const STEPS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16] as const;

/** The next zoom up or down that makes cells of another size, where `fit` is their size at 1; the same where there is none. */
export const zoomStep = (zoom: number, direction: 1 | -1, fit: number): number => {
  const cell = cellAtZoom(fit, zoom);
  const steps = direction > 0 ? STEPS : STEPS.toReversed();
  return steps.find((step) => (cellAtZoom(fit, step) - cell) * direction > 0) ?? zoom;
};

export const clampZoom = (zoom: number): number => Math.min(STEPS.at(-1)!, Math.max(STEPS[0], zoom));

/** How a turn of the wheel zooms: a mouse's notch by about a quarter, a trackpad's pinch smoothly. */
export const wheelFactor = (delta: number): number => Math.exp(-Math.min(25, Math.max(-25, delta)) / 100);
