import { Dot } from "./dot.tsx";
import { type NamesOf, useRow } from "./use-row.ts";

/** Something that is on or off. */
export const SwitchRow = ({ name }: { readonly name: NamesOf<boolean> }) => {
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
