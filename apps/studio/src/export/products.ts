import { type ReadonlySignal, signal } from "@preact/signals";
import type { SaveChoice } from "../state/studio.ts";

/** Files of one picture with one set of parameters. Each is produced once. */
export type Products = {
  /** Produces a file, or returns the existing one or the one in progress. */
  readonly make: (choice: SaveChoice) => Promise<Blob>;
  /** Like `make`, but the file is finished even after `leave`. */
  readonly keep: (choice: SaveChoice) => Promise<Blob>;
  /** Cancels a file in progress. */
  readonly cancel: (choice: SaveChoice) => void;
  /** Exact sizes of finished files in bytes, by `keyOf`. */
  readonly sizes: ReadonlySignal<ReadonlyMap<string, number>>;
  /** Cancels everything that nobody waits for. */
  readonly leave: () => void;
};

/** Identifies a file. */
export const keyOf = ({ format, scale, transparent, shape }: SaveChoice): string =>
  format === "png" ? `png ${scale} ${transparent} ${shape}` : format;

/** With `lasts` false, as for live sources, every file is produced again. */
export const createProducts = (
  produce: (choice: SaveChoice, signal: AbortSignal) => Promise<Blob>,
  lasts = true,
): Products => {
  const jobs = new Map<string, { readonly file: Promise<Blob>; readonly stop: AbortController }>();
  const kept = new Set<string>();
  const sizes = signal<ReadonlyMap<string, number>>(new Map());

  const start = (choice: SaveChoice): Promise<Blob> => {
    const key = keyOf(choice);
    const stop = new AbortController();
    const file = produce(choice, stop.signal);
    jobs.set(key, { file, stop });
    file.then(
      ({ size }) => {
        sizes.value = new Map(sizes.peek()).set(key, size);
        if (!lasts) jobs.delete(key);
      },
      () => jobs.delete(key),
    );
    return file;
  };
  const make = (choice: SaveChoice): Promise<Blob> => jobs.get(keyOf(choice))?.file ?? start(choice);
  return {
    make,
    keep(choice) {
      kept.add(keyOf(choice));
      return make(choice);
    },
    cancel: (choice) => jobs.get(keyOf(choice))?.stop.abort(),
    sizes,
    leave() {
      for (const [key, { stop }] of jobs) if (!kept.has(key)) stop.abort();
    },
  };
};
