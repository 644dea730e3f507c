/** Where sealed values lie. Both may reject where the store cannot be asked. */
export type ValueStore = {
  readonly get: (key: string) => Promise<Uint8Array | null>;
  readonly set: (key: string, value: Buffer) => Promise<unknown>;
  /** Bytes that this process holds for it. */
  readonly held: () => number;
};

/** Seconds that an output is kept. */
export const KEPT_SECONDS = 3600;
