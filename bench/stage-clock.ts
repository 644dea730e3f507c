import type { Watch } from "@lumiglyph/engine";

/** Milliseconds spent in each stage itself, without the stages that it ran inside, summed over its runs. */
export type StageClock = { readonly watch: Watch; readonly spent: ReadonlyMap<string, number> };

export const startStageClock = (): StageClock => {
  const spent = new Map<string, number>();
  let within = 0;
  const watch: Watch = (name, work) => {
    const outer = within;
    within = 0;
    const begun = performance.now();
    try {
      return work();
    } finally {
      const taken = performance.now() - begun;
      spent.set(name, (spent.get(name) ?? 0) + taken - within);
      within = outer + taken;
    }
  };
  return { watch, spent };
};
