import type { RenderOptions } from "@lumiglyph/contract";
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Host } from "../state/host.ts";
import type { Opened } from "../state/source.ts";
import type { Studio } from "../state/studio.ts";

/** What undo restores: the parameters and the open source. */
export type Snapshot = { readonly options: RenderOptions; readonly opened: Opened | null };

export type StudioHistory = Studio["history"] & {
  readonly now: ReadonlySignal<Snapshot>;
  /** Resets the history, with nothing to undo. */
  readonly restart: (snapshot: Snapshot) => void;
  /** Changes the newest snapshot; quick successive changes with the same key are one step. */
  readonly put: (change: Partial<Snapshot>, key: string) => void;
};

/**
 * Undo history as signals. Revokes the object URL of a source once no step refers to it. Undo never
 * closes an open picture and never turns a camera on again: those steps show what replaced them.
 */
export const createStudioHistory = (first: Snapshot, { clock, urls }: Pick<Host, "clock" | "urls">): StudioHistory => {
  const history = createHistory(first, { clock, isSame });
  const now = signal(first);
  const canUndo = signal(false);
  const canRedo = signal(false);
  let kept = picturesOf(history.all());
  const refresh = (): void => {
    const { opened } = history.now();
    if (opened !== null) {
      history.revise(
        (state) => (state.opened === null || isAnotherCamera(state.opened, opened) ? { ...state, opened } : state),
        (state) => (isAnotherCamera(state.opened, opened) ? null : state),
      );
    }
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
    restart(snapshot) {
      history.restart(snapshot);
      refresh();
    },
    undo: after(history.undo),
    redo: after(history.redo),
  };
};

const picturesOf = (snapshots: readonly Snapshot[]): ReadonlySet<Opened> =>
  new Set(snapshots.flatMap(({ opened }) => (opened === null ? [] : [opened])));

const isAnotherCamera = (one: Opened | null, opened: Opened): boolean => one?.kind === "camera" && one !== opened;

const isSame = (one: Snapshot, other: Snapshot): boolean =>
  one.opened === other.opened && JSON.stringify(one.options) === JSON.stringify(other.options);

/** Linear undo history that drops its oldest states. */
type History<State> = {
  readonly now: () => State;
  /**
   * Adds a state. Replaces the newest if that came from the same `key` a moment ago. Removes the step if it equals the
   * state before, as when a slider returns to where it was.
   */
  readonly put: (state: State, key: string) => void;
  /** Forgets everything but this state. */
  readonly restart: (state: State) => void;
  /** Steps back or forward and returns the state, which stays the same at either end. */
  readonly undo: () => State;
  readonly redo: () => State;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
  /** Changes the states before and after the current one, or removes those that become null or equal their neighbor. */
  readonly revise: (before: (state: State) => State | null, after: (state: State) => State | null) => void;
  /** Every state that can still be reached. */
  readonly all: () => readonly State[];
};

type HistoryParts<State> = {
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Whether two states are equal to the user, so that no step separates them. */
  readonly isSame: (one: State, other: State) => boolean;
  /** Maximum number of undo steps. */
  readonly limit?: number;
  /** Milliseconds within which changes with the same key merge into one step. */
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
    restart(state) {
      [past, now, future, last] = [[], state, [], null];
    },
    undo: () => walk(past.at(-1), past.slice(0, -1), [now, ...future]),
    redo: () => walk(future[0], [...past, now], future.slice(1)),
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    revise(before, after) {
      const kept = (states: readonly State[], change: (state: State) => State | null): readonly State[] =>
        states.map(change).filter((state) => state !== null);
      const differsFrom = (other: State | undefined, state: State): boolean =>
        other === undefined || !isSame(state, other);
      past = kept(past, before).filter((state, i, all) => differsFrom(all[i + 1] ?? now, state));
      future = kept(future, after).filter((state, i, all) => differsFrom(all[i - 1] ?? now, state));
    },
    all: () => [...past, now, ...future],
  };
};
