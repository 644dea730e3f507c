/** How long to wait before the next start, in milliseconds, after so many in a row that led to nothing. */
export const backoff = (failures: number): number =>
  failures < FREE ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - FREE));

/** Starts in a row that may fail before there is a wait: a picture that kills two workers is no reason for one. */
const FREE = 3;
const FIRST_MS = 250;
const LONGEST_MS = 30_000;
