import {
  allowedBy,
  DEFAULT_PARAMS,
  FORMATS,
  type FormatId,
  mosaicOf,
  PARAM_ROWS,
  type ParamName,
  paramRow,
  type RenderParams,
  readNative,
} from "@lumiglyph/contract";
import { PURPOSES } from "@lumiglyph/engine";
import { useSignal } from "@preact/signals";
import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { useEffect } from "preact/hooks";
import { useStudio } from "../state/studio.ts";
import { Icon } from "../ui/icon.tsx";
import { CharsetSphere } from "./charset-sphere.tsx";
import { NumberRow } from "./number-row.tsx";
import { choiceLabel, type PanelSection } from "./panel.ts";
import { Dot, useBox, Wrong } from "./row-parts.tsx";
import { type NamesOf, useRow } from "./use-row.ts";

type SectionProps = {
  readonly group: PanelSection;
  /** Whether sections are tab panels, and whether this one is active. */
  readonly isPanel: boolean;
  readonly isActive: boolean;
  readonly note?: string;
  readonly before?: ComponentChildren;
  readonly after?: ComponentChildren;
};

/** A collapsible group of parameters, with a reset button if any of them is set. */
export const FoldedSection = ({ group, isPanel, isActive, note, before, after }: SectionProps) => {
  const { id, title, params: names } = group;
  const { params } = useStudio();
  const isShut = useSignal(false);
  const given = names.filter((name) => params.options.value[name] !== undefined);
  const reset = ({ currentTarget }: TargetedMouseEvent<HTMLButtonElement>): void => {
    currentTarget.closest("section")?.querySelector<HTMLElement>("h2 button, input")?.focus();
    params.setAll(Object.fromEntries(given.map((name) => [name, DEFAULT_PARAMS[name]])));
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
        {given.length > 0 && (
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

/** Parses a color to lower-case `#rrggbb`, with or without the hash, long or short; null if it is none. */
export const readColor = (text: string): string | null => {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join("")}`;
};

/** Device pixel ratio, which changes with the screen and the browser's zoom. */
const usePixelRatio = (): number => {
  const ratio = useSignal(devicePixelRatio);
  useEffect(() => {
    const query = matchMedia(`(resolution: ${ratio.value}dppx)`);
    const read = (): void => {
      ratio.value = devicePixelRatio;
    };
    query.addEventListener("change", read);
    return () => query.removeEventListener("change", read);
  }, [ratio.value]);
  return ratio.value;
};

/** A parameter's row, by its kind in the parameter table. */
const ParamRow = ({ name }: { readonly name: ParamName }) => {
  if (name === "charset") return <CharsetTiles />;
  if (name === "font") return <FontRow />;
  switch (paramRow(name).kind) {
    case "boolean":
      return <SwitchRow name={name as NamesOf<boolean>} />;
    case "choice":
      return <ChoiceRow name={name as "format"} />;
    case "color":
      return <ColorRow name={name as "monoColor" | "paper"} />;
    case "text":
    case "characters":
      return <TextRow name={name as "alt" | "characters"} />;
    default:
      return <NumberRow name={name as NamesOf<number>} />;
  }
};

/** An on/off switch. */
const SwitchRow = ({ name }: { readonly name: NamesOf<boolean> }) => {
  const { id, label, origin, value, says, marks, set, reset } = useRow(name);
  return (
    <div class="row wide" {...marks}>
      <label for={id}>{label}</label>
      <button
        type="button"
        id={id}
        class="swb"
        role="switch"
        aria-checked={value}
        title={says}
        onClick={() => set(!value)}
      >
        <span class="sw" />
      </button>
      {origin === "set" && <Dot label={label} back={value ? "off" : "on"} reset={reset} />}
    </div>
  );
};

/** The charsets, each with a sphere in its glyphs. */
const CharsetTiles = () => {
  const { label, value, says, set } = useRow("charset");
  const ratio = usePixelRatio();
  return (
    <div class="charsets" role="radiogroup" aria-label={label} title={says}>
      {PARAM_ROWS.charset.values.map((charset) => (
        <label key={charset} class={mosaicOf(charset) === null ? "cs" : "cs narrow"}>
          <input
            type="radio"
            class="sr"
            name="charset"
            value={charset}
            checked={charset === value}
            onChange={() => set(charset)}
          />
          <CharsetSphere charset={charset} ratio={ratio} />
          {charset}
        </label>
      ))}
    </div>
  );
};

/** A color: the browser's picker and a text box. */
const ColorRow = ({ name }: { readonly name: "monoColor" | "paper" }) => {
  const { id, label, origin, value, says, marks, set, reset } = useRow(name);
  const { background } = useStudio().params.all.value;
  const shown = value || (background === "light" ? "#ffffff" : "#000000");
  const { wrong, props } = useBox(shown, (typed) => {
    const color = readColor(typed);
    if (color === null) return `Enter six hex digits, like ${PARAM_ROWS.monoColor.default}.`;
    set(color);
    return null;
  });
  return (
    <>
      <div class="row wide" {...marks}>
        <label for={id}>{label}</label>
        <span class="swatch">
          <input
            type="color"
            id={id}
            value={shown}
            title={says}
            onInput={({ currentTarget }) => set(currentTarget.value)}
          />
          <input
            class="num"
            aria-label={`${label}, digits`}
            aria-describedby={wrong === null ? undefined : `${id}-wrong`}
            {...props}
          />
        </span>
        {origin === "set" && <Dot label={label} back={PARAM_ROWS[name].default || "none"} reset={reset} />}
      </div>
      <Wrong id={id} words={wrong} />
    </>
  );
};

/** A line of text. */
const TextRow = ({ name }: { readonly name: "alt" | "characters" }) => {
  const { id, label, origin, value, says, marks, set, reset } = useRow(name);
  const { wrong, props } = useBox(value, (typed) => {
    const value = readNative(paramRow(name), typed);
    if (value === undefined) return `Enter ${allowedBy(paramRow(name))}.`;
    set(value as string);
    return null;
  });
  return (
    <>
      <div class="row wide" {...marks}>
        <label for={id}>{label}</label>
        <input class="num line" id={id} title={says} {...props} />
        {origin === "set" && <Dot label={label} back="none" reset={reset} />}
      </div>
      <Wrong id={id} words={wrong} />
    </>
  );
};

type SelectProps = {
  readonly id: string;
  readonly title: string | undefined;
  readonly value: string;
  /** Values and their words. */
  readonly options: readonly (readonly [value: string, words: string])[];
  /** Id of the element that describes the choice. */
  readonly about?: string | undefined;
  readonly onChoose: (value: string) => void;
};

const Select = ({ id, title, value, options, about, onChoose }: SelectProps) => (
  <span class="sel">
    <select
      id={id}
      title={title}
      value={value}
      aria-describedby={about}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
    <Icon name="chevron" />
  </span>
);

/** The fonts that were measured for everyone, then the user's own, and a way to another. */
const FontRow = () => {
  const { worker, dialog } = useStudio();
  const { id, label, origin, value, says, marks, set, reset } = useRow("font");
  const own = worker.ownFont.value;
  const choose = (chosen: string): void => {
    const font = worker.ownFonts.value.find(({ profile }) => profile.id === chosen);
    if (font === undefined) set(chosen as RenderParams["font"]);
    worker.useFont(font ?? null);
  };
  const back = (): void => {
    worker.useFont(null);
    reset();
  };
  return (
    <>
      <div class="row wide" {...marks} data-set={own !== null || marks["data-set"]}>
        <label for={id}>{label}</label>
        <Select
          id={id}
          title={says}
          value={own?.profile.id ?? value}
          options={[
            ...PARAM_ROWS.font.values.map((option) => [option, choiceLabel(option)] as const),
            ...worker.ownFonts.value.map(({ name, profile }) => [profile.id, name] as const),
          ]}
          onChoose={choose}
        />
        {(own !== null || origin === "set") && <Dot label={label} back={choiceLabel("any")} reset={back} />}
      </div>
      <p class="about cap">
        <button
          type="button"
          class="resets"
          onClick={() => {
            dialog.value = "font";
          }}
        >
          Match to a font…
        </button>
      </p>
    </>
  );
};

type Choice = "format" | "qualityTarget" | "glyphStrategy" | "colors" | "background";

/** A select box, with a description of the chosen option where needed. */
const ChoiceRow = ({ name }: { readonly name: Choice }) => {
  const { id, label, origin, value, says, marks, set, reset } = useRow(name);
  const words = (option: string): string =>
    name === "format"
      ? FORMATS[option as FormatId].label
      : `${choiceLabel(option)}${/\d/.test(option) ? " colors" : ""}`;
  const about = name === "qualityTarget" ? PURPOSES[value as RenderParams["qualityTarget"]] : null;
  return (
    <>
      <div class="row wide" {...marks}>
        <label for={id}>{label}</label>
        <Select
          id={id}
          title={says}
          value={value}
          options={PARAM_ROWS[name].values.map((option) => [option, words(option)])}
          about={about === null ? undefined : `${id}-about`}
          onChoose={(chosen) => set(chosen as RenderParams[Choice])}
        />
        {origin === "set" && <Dot label={label} back={words(PARAM_ROWS[name].default)} reset={reset} />}
      </div>
      {about !== null && (
        <p class="about cap" id={`${id}-about`}>
          For {about}.
        </p>
      )}
    </>
  );
};
