/** Monotonic milliseconds since an arbitrary start. */
export type Clock = () => number;
