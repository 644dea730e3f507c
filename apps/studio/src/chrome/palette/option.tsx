import { paramRow } from "@lumiglyph/contract";
import { capsOf } from "../key-chords.ts";
import { IS_MAC } from "../platform.ts";
import type { Entry } from "./entries.ts";
import { valueWords } from "./param-entries.ts";

type OptionProps = { readonly entry: Entry; readonly isChosen: boolean; readonly onChoose: () => void };

/** A row of the palette. The text field keeps the focus, so the row has none. */
export const Option = ({ entry, isChosen, onChoose }: OptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the text field points at it
  // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is the text field's
  <div
    id={entry.id}
    class="opt"
    role="option"
    aria-selected={isChosen}
    // a press must not take the focus away
    onPointerDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    <Words entry={entry} />
    <span class="r">
      {entry.value !== "" && <span class="mono">{entry.value}</span>}
      {entry.keys
        .flatMap((chord) => capsOf(chord, IS_MAC))
        .map((cap) => (
          <kbd key={cap}>{cap}</kbd>
        ))}
    </span>
  </div>
);

const Words = ({ entry: { words, sets } }: { readonly entry: Entry }) => {
  if (sets === undefined) return <span>{words}</span>;
  return (
    <span>
      Set <mark>{paramRow(sets.name).label.toLowerCase()}</mark> to <mark class="mono">{valueWords(sets.value)}</mark>
    </span>
  );
};
