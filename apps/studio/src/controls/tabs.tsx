import type { Signal } from "@preact/signals";
import type { TargetedKeyboardEvent } from "preact";
import { GROUPS, type GroupId } from "./groups.ts";

/** The groups as tabs, where there is room for one group only. */
export const Tabs = ({ active }: { readonly active: Signal<GroupId> }) => {
  const press = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const at = GROUPS.findIndex(({ id }) => id === active.value);
    const next = GROUPS.at(moved(event.key, at) % GROUPS.length);
    if (next === undefined) return;
    event.preventDefault();
    active.value = next.id;
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Controls" onKeyDown={press}>
      {GROUPS.map(({ id, tab }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-controls={`sec-${id}`}
          aria-selected={id === active.value}
          tabIndex={id === active.value ? 0 : -1}
          onClick={() => {
            active.value = id;
          }}
        >
          {tab}
        </button>
      ))}
    </div>
  );
};

/** The place of the tab that a key leads to; not a number where it leads nowhere. */
const moved = (key: string, at: number): number =>
  ({ ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 })[key] ?? Number.NaN;
