import "../styles/fault.css";
import { useEffect, useRef } from "preact/hooks";
import { type Fault, useStudio } from "../state/studio.ts";
import { Icon } from "../ui/icon.tsx";

/** A fault shown over the viewer: its text and actions, then its code, for those who report it. */
export const Card = ({ fault }: { readonly fault: Fault }) => {
  const studio = useStudio();
  const main = useFocusWhileShown();
  const leave = (go?: () => void): void => {
    studio.fault.value = null;
    go?.();
  };
  return (
    <section class="card" role="alertdialog" aria-labelledby="fault-title" aria-describedby="fault-says">
      <h2 id="fault-title">{fault.title}</h2>
      <div id="fault-says">
        <p>{fault.says}</p>
        {fault.steps !== undefined && (
          <ol>
            {fault.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
      </div>
      <div class="acts">
        {fault.ways.map(({ label, go }, at) => (
          <button
            key={label}
            type="button"
            class={at === 0 ? "btn go" : "btn line"}
            ref={at === 0 ? main : null}
            onClick={() => leave(go)}
          >
            {label}
          </button>
        ))}
      </div>
      <p class="code mono">{fault.code}</p>
      <button type="button" class="btn ghost close" aria-label="Close" title="Close, Esc" onClick={() => leave()}>
        <Icon name="x" />
      </button>
    </section>
  );
};

/** Moves the focus to an element while it is mounted, and back afterwards. */
const useFocusWhileShown = () => {
  const taker = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    taker.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return taker;
};
