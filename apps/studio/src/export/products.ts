import { type ReadonlySignal, signal } from "@preact/signals";
import type { SaveChoice } from "../state/studio.ts";

/** What can be made of one picture with one set of parameters. Each thing is made once. */
export type Products = {
  /** Makes a file, or gives the one that is there or on its way. */
  readonly make: (choice: SaveChoice) => Promise<Blob>;
  /** Makes a file for someone who waits for it: it is finished even after `leave`. */
  readonly keep: (choice: SaveChoice) => Promise<Blob>;
  /** Stops a file that is on its way. */
  readonly cancel: (choice: SaveChoice) => void;
  /** Exact sizes of all that is there, in bytes, by `keyOf`. */
  readonly sizes: ReadonlySignal<ReadonlyMap<string, number>>;
  /** Stops all that nobody waits for. */
  readonly leave: () => void;
};

/** What tells one file from the others. */
export const keyOf = ({ format, scale, transparent }: SaveChoice): string =>
  format === "png" ? `png ${scale} ${transparent}` : format;

/** Where what is produced does not last, because it moves on meanwhile, each file is made anew when it is wanted. */
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
