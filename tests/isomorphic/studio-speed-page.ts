import { readOptions } from "@lumiglyph/contract";
import { fetchFile, openFile, until, worker } from "./studio-in-page.ts";

/** Milliseconds from a file to its art on the screen, and from a changed parameter to the quick and to the full pass. */
export type Times = { readonly art: number; readonly quick: number; readonly full: number };

/** Opens a file and changes a parameter, three times. */
export const timeThrice = async (name: string): Promise<readonly Times[]> => {
  const file = await fetchFile(name);
  const screen = putUpScreen();
  const times: Times[] = [];
  for (const contrast of [1.2, 1.3, 1.4]) times.push(await timeOnce(file, contrast, screen));
  return times;
};

const timeOnce = async (file: Blob, contrast: number, screen: Screen): Promise<Times> => {
  await screen.wipe();
  const begun = performance.now();
  await openFile(file);
  worker.render(readOptions({}));
  await screen.lit();
  const art = performance.now() - begun;
  await until(worker.pass, (pass) => pass === "none");
  const changed = performance.now();
  worker.render(readOptions({ contrast }));
  await until(worker.pass, (pass) => pass !== "quick");
  const quick = performance.now() - changed;
  await until(worker.pass, (pass) => pass === "none");
  return { art, quick, full: performance.now() - changed };
};

type Screen = { readonly wipe: () => Promise<void>; readonly lit: () => Promise<void> };

const CELL = 6;
const SAMPLES = 100;

/** A canvas in the page that the Worker paints. Its pixels show whether there is art on it, frame by frame. */
const putUpScreen = (): Screen => {
  const canvas = document.body.appendChild(document.createElement("canvas"));
  worker.attach(canvas.transferControlToOffscreen());
  worker.preview.subscribe((preview) => {
    if (preview === null) return;
    const { columns, rows } = preview.size;
    worker.show({
      cell: { width: CELL, height: 2 * CELL },
      width: columns * CELL,
      height: rows * CELL * 2,
      left: 0,
      top: 0,
    });
  });
  const copy = new OffscreenCanvas(SAMPLES, SAMPLES).getContext("2d", { willReadFrequently: true })!;
  const isLit = (): boolean => {
    copy.clearRect(0, 0, SAMPLES, SAMPLES);
    copy.drawImage(canvas, 0, 0, SAMPLES, SAMPLES);
    return copy.getImageData(0, 0, SAMPLES, SAMPLES).data.some((value, at) => at % 4 < 3 && value > 0);
  };
  const until = async (state: boolean): Promise<void> => {
    do await new Promise((resolve) => requestAnimationFrame(resolve));
    while (isLit() !== state);
  };
  return {
    wipe: () => {
      worker.show({ cell: { width: CELL, height: 2 * CELL }, width: 8, height: 8, left: 9, top: 0 });
      return until(false);
    },
    lit: () => until(true),
  };
};
