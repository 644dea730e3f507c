/** Milliseconds since some fixed moment, never going back. */
export type Clock = () => number;
