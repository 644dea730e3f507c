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

/** A share in percent, with tenths where it is small. */
export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)} %`;

/** Bytes as people read them, in steps of 1000: 512 B, 7.9 kB, 149 kB, 2.1 MB. */
export const sizeWords = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  // rounded to what will be shown first, so that 999,950 is 1.0 MB and not 1000 kB
  return bytes < 999_500 ? `${threeDigits(bytes / 1000)} kB` : `${threeDigits(bytes / 1_000_000)} MB`;
};

const threeDigits = (count: number): string => count.toFixed(count < 99.95 ? 1 : 0);
