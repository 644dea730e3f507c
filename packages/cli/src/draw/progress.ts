import type { Streams } from "../streams.ts";

/** A line that tells how far a long work has come. */
export type Progress = {
  readonly show: (done: number, name: string) => void;
  readonly clear: () => void;
};

/** Progress through so many pictures, where whoever started the command looks at a terminal and there is something to wait for. */
export const createProgress = (stderr: Streams["stderr"], total: number): Progress => {
  if (stderr.isTTY !== true || total < 2) return { show: () => {}, clear: () => {} };
  const width = stderr.columns || 80;
  return {
    show: (done, name) => void stderr.write(`\r${progressLine(done, total, name, width)}${CLEAR_REST}`),
    clear: () => void stderr.write(`\r${CLEAR_REST}`),
  };
};

/** `[######............]  6/18 photos/koi.png`, within a terminal's width. */
export const progressLine = (done: number, total: number, name: string, width: number): string => {
  const filled = Math.floor((done / total) * BAR);
  const bar = `[${"#".repeat(filled)}${".".repeat(BAR - filled)}]`;
  const count = `${String(done).padStart(String(total).length)}/${total}`;
  return `${bar} ${count} ${name}`.slice(0, width - 1);
};

const BAR = 24;

/** ECMA-48 EL: erases from the cursor to the end of the line. */
const CLEAR_REST = "\x1b[K";
