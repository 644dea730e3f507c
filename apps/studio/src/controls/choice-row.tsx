import { FORMATS, PARAMS, type RenderParams } from "@lumiglyph/contract";
import { PURPOSES } from "@lumiglyph/engine";
import { Icon } from "../chrome/icon.tsx";
import { TARGETS } from "../state/targets.ts";
import { Dot } from "./dot.tsx";
import { useRow } from "./use-row.ts";

type Choice = "format" | "qualityTarget" | "glyphStrategy";

/** One of a few: a native menu, under it what the chosen one is for where that is not plain. */
export const ChoiceRow = ({ name }: { readonly name: Choice }) => {
  const { id, label, origin, value, says, marks, set, reset } = useRow(name);
  const words = (option: string): string => LABELS[name][option] ?? option;
  const about = name === "qualityTarget" ? PURPOSES[value as RenderParams["qualityTarget"]] : null;
  return (
    <>
      <div class="row wide" {...marks}>
        <label for={id}>{label}</label>
        <span class="sel">
          <select
            id={id}
            title={says}
            value={value}
            aria-describedby={about === null ? undefined : `${id}-about`}
            onChange={({ currentTarget }) => set(currentTarget.value as RenderParams[Choice])}
          >
            {PARAMS[name].values.map((option) => (
              <option key={option} value={option}>
                {words(option)}
              </option>
            ))}
          </select>
          <Icon name="chevron" />
        </span>
        {origin === "set" && <Dot label={label} back={words(PARAMS[name].default)} reset={reset} />}
      </div>
      {about !== null && (
        <p class="about cap" id={`${id}-about`}>
          For {about}.
        </p>
      )}
    </>
  );
};

const LABELS: Readonly<Record<Choice, Readonly<Record<string, string>>>> = {
  format: Object.fromEntries(Object.entries(FORMATS).map(([format, { label }]) => [format, label])),
  qualityTarget: Object.fromEntries(TARGETS.map(({ value, label }) => [value, label])),
  glyphStrategy: { adaptive: "Adaptive", fixed: "Fixed" },
};
