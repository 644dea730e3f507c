import "../../styles/palette.css";
import { useSignal } from "@preact/signals";
import { useContext, useEffect, useRef } from "preact/hooks";
import { useStudio } from "../../state/use-studio.ts";
import { DeskContext } from "../desk-context.ts";
import { LineIcon } from "../line-icon.tsx";
import { useModal } from "../use-modal.ts";
import type { Entry } from "./entries.ts";
import { findEntries } from "./find-entries.ts";
import { Option } from "./option.tsx";

const SEARCH = "M2.7 7a4.3 4.3 0 1 0 8.6 0 4.3 4.3 0 1 0-8.6 0M10.2 10.2l3.3 3.3";

/** Every command and every parameter, by typing. */
export const Palette = () => {
  const desk = useContext(DeskContext)!;
  const { dialog } = useStudio();
  const { ref, close, onClose } = useModal(dialog);
  const typed = useSignal("");
  const chosen = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  const entries = findEntries(typed.value, desk);
  const at = Math.min(chosen.value, entries.length - 1);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const type = (text: string): void => {
    typed.value = text;
    chosen.value = 0;
  };
  const choose = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    // what it does may open a dialog of its own
    if (!entry.id.startsWith("param-")) close();
    const text = entry.choose(desk);
    if (text !== null) type(text);
  };
  return (
    <dialog class="pop palette" ref={ref} aria-label="Commands" onClose={onClose}>
      <div class="q">
        <LineIcon path={SEARCH} />
        <input
          type="text"
          role="combobox"
          aria-label="Search commands and parameters"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={entries[at]?.id}
          aria-autocomplete="list"
          placeholder="columns 200, color, copy text"
          autocomplete="off"
          spellcheck={false}
          autofocus
          value={typed.value}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (event.key === "Enter") choose(entries[at]);
            if (step !== undefined) chosen.value = (at + step + entries.length) % Math.max(1, entries.length);
            if (step !== undefined || event.key === "Enter") event.preventDefault();
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <div id="palette-list" class="found" role="listbox" aria-label="Results" ref={list}>
        {[...Map.groupBy(entries, ({ group }) => group)].map(([group, found]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
          <div key={group} class="grp" role="group" aria-label={group}>
            <div class="gh" aria-hidden="true">
              {group}
            </div>
            {found.map((entry) => (
              <Option key={entry.id} entry={entry} isChosen={entry === entries[at]} onChoose={() => choose(entry)} />
            ))}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p class="none">Nothing is called that.</p>}
    </dialog>
  );
};
