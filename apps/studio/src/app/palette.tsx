import "../styles/palette.css";
import {
  gridFor,
  MAX_CELLS,
  type Param,
  type ParamName,
  paramRow,
  parse,
  type RenderParams,
} from "@lumiglyph/contract";
import { useSignal } from "@preact/signals";
import { useContext, useEffect, useRef } from "preact/hooks";
import { PANEL, panelLabel } from "../controls/panel.ts";
import { lookValues } from "../state/looks.ts";
import { STILL_MOTIONS, useStudio } from "../state/studio.ts";
import { LineIcon } from "../ui/icon.tsx";
import { type CommandContext, CommandsContext, STUDIO_COMMANDS, type StudioCommand } from "./commands.ts";
import { type Chord, capsOf, IS_MAC } from "./key-chords.ts";
import { useModal } from "./use-modal.ts";

const SEARCH = "M2.7 7a4.3 4.3 0 1 0 8.6 0 4.3 4.3 0 1 0-8.6 0M10.2 10.2l3.3 3.3";

/** Command palette: every command and parameter, by typing. */
export const CommandPalette = () => {
  const context = useContext(CommandsContext)!;
  const { dialog } = useStudio();
  const { ref, close, onClose } = useModal(dialog);
  const typed = useSignal("");
  const chosen = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  const entries = findEntries(typed.value, context);
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
    // the command may open a dialog itself
    if (!entry.id.startsWith("param-")) close();
    const text = entry.choose(context);
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
      {entries.length === 0 && <p class="none">No matches</p>}
    </dialog>
  );
};

/**
 * Matching rows: what the text would set, then parameters, then commands. Empty text matches all parameters and
 * commands.
 */
export const findEntries = (typed: string, context: CommandContext): readonly Entry[] => {
  const sets = setEntries(typed, ({ name, value }) => (name === "columns" ? gridWords(context, Number(value)) : ""));
  // match the name without its value
  const sought = sets.length > 0 ? typed.trim().replace(/\s+\S+$/, "") : typed;
  const found = [...paramEntries(context), ...lookEntries(context), ...motionEntries(context)]
    .concat(commandEntries(context))
    .filter(({ id, words, also = "" }) => isLike(sought, `${words} ${id.replace(/^\w+-/, "")} ${also}`));
  return [...sets, ...found];
};

/** The grid that this many columns would give. */
const gridWords = ({ studio }: CommandContext, columns: number): string => {
  const info = studio.opened.value?.info;
  if (info === undefined) return "";
  const grid = gridFor({ ...studio.params.all.peek(), columns }, info.width, info.height);
  const cells = grid.columns * grid.rows;
  return cells > MAX_CELLS
    ? "too many characters"
    : `${grid.columns} × ${grid.rows}, ${cells.toLocaleString("en-US")} cells`;
};

/**
 * Available commands from the command table, except those listed in `LEFT_OUT` and those that act while a key is held.
 */
const commandEntries = ({ studio }: CommandContext): readonly Entry[] =>
  Object.entries<StudioCommand>(STUDIO_COMMANDS)
    .filter(([id, { run, when }]) => run !== undefined && !LEFT_OUT.includes(id) && when?.(studio) !== false)
    .map(([id, { words, also = "", keys, run }]) => ({
      id: `command-${id}`,
      group: "Commands" as const,
      words,
      also,
      value: "",
      keys: keys.slice(0, 1),
      choose(context: CommandContext) {
        run!(context, 0);
        return null;
      },
    }));

/** The looks, once there is a picture. */
const lookEntries = ({ studio }: CommandContext): readonly Entry[] =>
  studio.opened.value === null
    ? []
    : studio.looks.value.map((look) => ({
        id: `look-${look.name}`,
        group: "Looks" as const,
        words: look.name,
        also: "look",
        value: "",
        keys: [],
        choose({ studio: { params } }: CommandContext) {
          params.setAll(lookValues(look));
          return null;
        },
      }));

/** How a still picture can move. */
const motionEntries = ({ studio }: CommandContext): readonly Entry[] =>
  studio.opened.value?.kind !== "image"
    ? []
    : STILL_MOTIONS.map(({ motion, words }) => ({
        id: `motion-${motion}`,
        group: "Motion" as const,
        words,
        also: "motion animate gif loop",
        value: "",
        keys: [],
        choose({ studio: { stillMotion } }: CommandContext) {
          stillMotion.value = motion;
          return null;
        },
      }));

/** The palette itself, commands that are parameters, and commands that depend on which key was pressed. */
const LEFT_OUT: readonly string[] = ["palette", "columns", "color", "invert", "edges", "dither", "view", "step"];

type OptionProps = { readonly entry: Entry; readonly isChosen: boolean; readonly onChoose: () => void };

/** A row of the palette. It is not focusable, because the text field keeps the focus. */
const Option = ({ entry, isChosen, onChoose }: OptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the text field points at it
  // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is the text field's
  <div
    id={entry.id}
    class="opt"
    role="option"
    aria-selected={isChosen}
    // keep the focus in the text field
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

/**
 * Rows for text of the form `name value`: "columns 200", "color off", "charset blocks". One per parameter that matches
 * the name and accepts the value, as judged by the contract's parser. `preview` describes the effect.
 */
const setEntries = (typed: string, preview: (sets: NonNullable<Entry["sets"]>) => string): readonly Entry[] => {
  const [, name = "", given = ""] = /^(.*\S)\s+(\S+)$/.exec(typed.trim()) ?? [];
  if (given === "") return choiceEntries(typed.trim().toLowerCase(), preview);
  return PANEL_NAMES.filter((one) => isLike(name, namesOf(one))).flatMap((one) => {
    const value = valueFor(one, given);
    return value === null ? [] : [entryFor({ name: one, value }, preview)];
  });
};

/** Rows for a choice that is typed without its parameter's name: "blocks", "svg". */
const choiceEntries = (typed: string, preview: (sets: NonNullable<Entry["sets"]>) => string): readonly Entry[] =>
  typed.length < 3
    ? []
    : PANEL_NAMES.flatMap((name) => {
        const row: Param = paramRow(name);
        const values = row.kind === "choice" ? row.values.filter((value) => value.startsWith(typed)) : [];
        return values.map((value) => entryFor({ name, value: value as RenderParams[ParamName] }, preview));
      });

const entryFor = (sets: NonNullable<Entry["sets"]>, preview: (one: typeof sets) => string): Entry => ({
  id: `set-${sets.name}-${sets.value}`,
  group: "Set",
  words: `Set ${paramRow(sets.name).label.toLowerCase()} to ${valueWords(sets.value)}`,
  value: preview(sets),
  keys: [],
  sets,
  choose({ studio }: CommandContext) {
    studio.params.set(sets.name, sets.value);
    return null;
  },
});

const PANEL_NAMES: readonly ParamName[] = PANEL.flatMap(({ params }) => params);

const namesOf = (name: ParamName): string => `${panelLabel(name)} ${paramRow(name).label} ${name}`;

/** The value that a text means for a parameter; null if the parser rejects it. */
const valueFor = (name: ParamName, given: string): RenderParams[ParamName] | null => {
  const row: Param = paramRow(name);
  const value = row.kind === "boolean" ? (SWITCHES[given.toLowerCase()] ?? given) : given;
  const begun = row.kind === "choice" ? row.values.find((one) => one.startsWith(value.toLowerCase())) : undefined;
  const result = parse([{ name, value: begun ?? value, origin: "query" }]);
  return "problems" in result ? null : result.options[name]!;
};

const SWITCHES: Readonly<Record<string, string>> = { on: "true", off: "false", yes: "true", no: "false" };

/** Whether every typed word is a prefix of some word of a text, in any order. */
const isLike = (typed: string, text: string): boolean => {
  const words = wordsOf(text);
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
};

/** Lower-case words, with camelCase names split. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9#.]+/)
    .filter((word) => word !== "");

/**
 * Every parameter with its value and shortcut. Choosing a boolean toggles it; choosing another fills in its name, so
 * that a value can be typed.
 */
const paramEntries = ({ studio }: CommandContext): readonly Entry[] => {
  const params = studio.params.all.value;
  return PANEL_NAMES.map((name) => {
    const row: Param = paramRow(name);
    return {
      id: `param-${name}`,
      group: "Parameters",
      words: panelLabel(name),
      also: `${row.label} ${row.group}`,
      value: valueWords(params[name]),
      keys: (STUDIO_COMMANDS as Partial<Record<string, StudioCommand>>)[name]?.keys ?? [],
      choose(context) {
        if (row.kind !== "boolean") return `${row.label.toLowerCase()} `;
        context.studio.params.set(name, !params[name] as RenderParams[ParamName]);
        return null;
      },
    };
  });
};

/** A value as shown to the user. */
const valueWords = (value: string | number | boolean): string =>
  typeof value === "boolean" ? (value ? "on" : "off") : String(value);

/** A row of the palette. */
type Entry = {
  /** Unique id. */
  readonly id: string;
  readonly group: "Set" | "Parameters" | "Looks" | "Motion" | "Commands";
  readonly words: string;
  /** Other words by which it is found. */
  readonly also?: string;
  /** The current value, or the value it would get. */
  readonly value: string;
  readonly keys: readonly Chord[];
  /** Runs the entry. A returned text replaces the typed one and keeps the palette open. */
  readonly choose: (context: CommandContext) => string | null;
  /** The parameter and value that it sets, if any. */
  readonly sets?: { readonly name: ParamName; readonly value: RenderParams[ParamName] };
};
