/** A video time as a clock shows it: 01:07.2. */
export const clock = (seconds: number): string => {
  const [whole = "", tenth = ""] = wholeTenths(seconds).toFixed(1).split(".");
  return `${pad(Math.floor(Number(whole) / 60))}:${pad(Number(whole) % 60)}.${tenth}`;
};

/** A video time for screen readers: "7.2 of 24 seconds". */
export const spokenTime = (seconds: number, duration: number): string =>
  `${wholeTenths(seconds)} of ${wholeTenths(duration)} seconds`;

/** Seconds, rounded down to tenths. */
export const wholeTenths = (seconds: number): number => Math.floor(seconds * 10 + ROUNDING) / 10;

/** Tolerance for sums of frame durations. */
const ROUNDING = 1e-6;

const pad = (value: number): string => String(value).padStart(2, "0");

/** A share in percent, with one decimal if it is small. */
export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)} %`;

/** Bytes in decimal units: 512 B, 7.9 kB, 149 kB, 2.1 MB. */
export const sizeWords = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  // choose the unit after rounding, so that 999,950 is 1.0 MB and not 1000 kB
  return bytes < 999_500 ? `${threeDigits(bytes / 1000)} kB` : `${threeDigits(bytes / 1_000_000)} MB`;
};

const threeDigits = (count: number): string => count.toFixed(count < 99.95 ? 1 : 0);
