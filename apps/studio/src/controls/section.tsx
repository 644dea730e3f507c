import { DEFAULT_PARAMS } from "@lumiglyph/contract";
import { useSignal } from "@preact/signals";
import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { Icon } from "../chrome/icon.tsx";
import { useStudio } from "../state/use-studio.ts";
import type { Group } from "./groups.ts";
import { ParamRow } from "./param-row.tsx";

type SectionProps = {
  readonly group: Group;
  /** Whether sections are the panels of tabs, one at a time, and whether this is the one. */
  readonly isPanel: boolean;
  readonly isActive: boolean;
  readonly note?: string;
  readonly before?: ComponentChildren;
  readonly after?: ComponentChildren;
};

/** A group of parameters that can be shut, and reset as a whole where something in it is set. */
export const Section = ({ group, isPanel, isActive, note, before, after }: SectionProps) => {
  const { id, title, params: names } = group;
  const { params } = useStudio();
  const isShut = useSignal(false);
  const changed = names.filter((name) => params.parsed.value.changed.includes(name));
  const reset = ({ currentTarget }: TargetedMouseEvent<HTMLButtonElement>): void => {
    currentTarget.closest("section")?.querySelector<HTMLElement>("h2 button, input")?.focus();
    params.setAll(Object.fromEntries(changed.map((name) => [name, DEFAULT_PARAMS[name]])));
  };
  const role = isPanel
    ? ({ role: "tabpanel", "aria-labelledby": `tab-${id}` } as const)
    : { "aria-labelledby": `head-${id}` };
  return (
    <section class={isActive ? "sec act" : "sec"} id={`sec-${id}`} data-shut={isShut.value || undefined} {...role}>
      <header>
        <h2 id={`head-${id}`}>
          <button
            type="button"
            class="chev"
            aria-expanded={!isShut.value}
            aria-controls={`rows-${id}`}
            onClick={() => {
              isShut.value = !isShut.value;
            }}
          >
            <Icon name="chevron" />
            {title}
          </button>
        </h2>
        {note !== undefined && <span class="note mono">{note}</span>}
        {changed.length > 0 && (
          <button type="button" class="resets" aria-label={`Reset ${title}`} onClick={reset}>
            Reset
          </button>
        )}
      </header>
      <div class="rows" id={`rows-${id}`}>
        {before}
        {names.map((name) => (
          <ParamRow key={name} name={name} />
        ))}
        {after}
      </div>
    </section>
  );
};
