/** A time in a video as a clock shows it: 01:07.2. */
export const clock = (seconds: number): string => {
  const [whole = "", tenth = ""] = tenths(seconds).toFixed(1).split(".");
  return `${pad(Math.floor(Number(whole) / 60))}:${pad(Number(whole) % 60)}.${tenth}`;
};

/** The same as it is said: "7.2 of 24 seconds". */
export const spokenTime = (seconds: number, duration: number): string =>
  `${tenths(seconds)} of ${tenths(duration)} seconds`;

/** Seconds and full tenths of them: a moment that has not come is not told. */
export const tenths = (seconds: number): number => Math.floor(seconds * 10 + ROUNDING) / 10;

/** Sums of frames' lengths have tails. */
const ROUNDING = 1e-6;

const pad = (value: number): string => String(value).padStart(2, "0");
