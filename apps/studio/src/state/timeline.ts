import type { ParsedParams } from "@lumiglyph/contract";
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Opened } from "../sources/opened.ts";
import { createHistory } from "./history.ts";
import type { Host } from "./host.ts";
import type { Studio } from "./studio.ts";

/** All that undo brings back: the parameters, and which picture is open. */
export type Snapshot = { readonly parsed: ParsedParams; readonly opened: Opened | null };

export type Timeline = Studio["history"] & {
  readonly now: ReadonlySignal<Snapshot>;
  /** A change of the newest snapshot; those with one key that follow each other quickly are one step. */
  readonly put: (change: Partial<Snapshot>, key: string) => void;
};

/** The history of the studio, as signals. A picture that no step leads to any more loses its object URL. */
export const createTimeline = (first: Snapshot, { clock, urls }: Pick<Host, "clock" | "urls">): Timeline => {
  const history = createHistory(first, { clock, isSame });
  const now = signal(first);
  const canUndo = signal(false);
  const canRedo = signal(false);
  let kept = picturesOf(history.all());
  const refresh = (): void => {
    const reached = picturesOf(history.all());
    for (const picture of kept) if (!reached.has(picture)) urls.revoke(picture.url);
    kept = reached;
    batch(() => {
      now.value = history.now();
      canUndo.value = history.canUndo();
      canRedo.value = history.canRedo();
    });
  };
  const after = (step: () => void) => (): void => {
    step();
    refresh();
  };
  return {
    now,
    canUndo,
    canRedo,
    put(change, key) {
      history.put({ ...history.now(), ...change }, key);
      refresh();
    },
    undo: after(history.undo),
    redo: after(history.redo),
  };
};

const picturesOf = (snapshots: readonly Snapshot[]): ReadonlySet<Opened> =>
  new Set(snapshots.flatMap(({ opened }) => (opened === null ? [] : [opened])));

const isSame = (one: Snapshot, other: Snapshot): boolean =>
  one.opened === other.opened && JSON.stringify(one.parsed.params) === JSON.stringify(other.parsed.params);
