import type { RenderOptions } from "@lumiglyph/contract";
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Host } from "../state/host.ts";
import type { Opened } from "../state/source.ts";
import type { Studio } from "../state/studio.ts";

/** All that undo brings back: the parameters, and which picture is open. */
export type Snapshot = { readonly options: RenderOptions; readonly opened: Opened | null };

export type StudioHistory = Studio["history"] & {
  readonly now: ReadonlySignal<Snapshot>;
  /** A change of the newest snapshot; those with one key that follow each other quickly are one step. */
  readonly put: (change: Partial<Snapshot>, key: string) => void;
};

/** The history of the studio, as signals. A picture that no step leads to any more loses its object URL. */
export const createStudioHistory = (first: Snapshot, { clock, urls }: Pick<Host, "clock" | "urls">): StudioHistory => {
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
  one.opened === other.opened && JSON.stringify(one.options) === JSON.stringify(other.options);

/** A line of states that can be walked back and forth, the oldest forgotten. */
type History<State> = {
  readonly now: () => State;
  /**
   * A new state. It takes the place of the newest where that came from the same `key` a moment ago; where it is the one
   * before again, as with a slider that comes back to where it was, the step is gone.
   */
  readonly put: (state: State, key: string) => void;
  /** The state before, or the one after; the same where there is none. */
  readonly undo: () => State;
  readonly redo: () => State;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
  /** Every state that can still be reached. */
  readonly all: () => readonly State[];
};

type HistoryParts<State> = {
  /** Milliseconds that never run backwards. */
  readonly clock: () => number;
  /** Whether two states are one and the same to the person: no step leads from one to the other. */
  readonly isSame: (one: State, other: State) => boolean;
  /** Most steps back. */
  readonly limit?: number;
  /** Milliseconds within which changes of the same key are one step. */
  readonly pause?: number;
};

export const createHistory = <State extends object>(
  first: State,
  { clock, isSame, limit = 200, pause = 400 }: HistoryParts<State>,
): History<State> => {
  let past: readonly State[] = [];
  let now = first;
  let future: readonly State[] = [];
  let last: { readonly key: string; readonly at: number } | null = null;

  const walk = (to: State | undefined, behind: readonly State[], ahead: readonly State[]): State => {
    last = null;
    if (to !== undefined) [past, now, future] = [behind, to, ahead];
    return now;
  };

  return {
    now: () => now,
    put(state, key) {
      if (isSame(state, now)) return;
      const at = clock();
      const continues = last?.key === key && at - last.at < pause;
      if (!continues) past = [...past, now].slice(-limit);
      [now, future, last] = [state, [], { key, at }];
      if (isSame(now, past.at(-1)!)) [past, last] = [past.slice(0, -1), null];
    },
    undo: () => walk(past.at(-1), past.slice(0, -1), [now, ...future]),
    redo: () => walk(future[0], [...past, now], future.slice(1)),
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    all: () => [...past, now, ...future],
  };
};
