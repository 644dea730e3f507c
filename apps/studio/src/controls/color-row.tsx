import { PARAMS } from "@lumiglyph/contract";
import { Dot } from "./dot.tsx";
import { readColor } from "./read-color.ts";
import { useBox } from "./use-box.ts";
import { useRow } from "./use-row.ts";
import { Wrong } from "./wrong.tsx";

/** A color: the browser's picker, and its digits to type. */
export const ColorRow = ({ name }: { readonly name: "monoColor" }) => {
  const { id, label, origin, value, says, marks, set, reset } = useRow(name);
  const { wrong, props } = useBox(value, (typed) => {
    const color = readColor(typed);
    if (color === null) return `Not a color. ${label} takes six digits, like ${PARAMS[name].default}.`;
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
            value={value}
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
        {origin === "set" && <Dot label={label} back={PARAMS[name].default} reset={reset} />}
      </div>
      <Wrong id={id} words={wrong} />
    </>
  );
};
