import { useSignal } from "@preact/signals";
import type { TargetedEvent, TargetedKeyboardEvent, TargetedMouseEvent } from "preact";
import { useLayoutEffect } from "preact/hooks";

type DotProps = {
  readonly label: string;
  /** The default, as text. */
  readonly back: string;
  readonly reset: () => void;
};

/** Marks a row that the user has set; a click resets it, so that the Auto Director may tune it again. */
export const Dot = ({ label, back, reset }: DotProps) => {
  const words = `Reset ${label} to ${back}`;
  const click = ({ currentTarget }: TargetedMouseEvent<HTMLButtonElement>): void => {
    // the dot is about to be removed; keep the focus in the row
    currentTarget.closest(".row")?.querySelector<HTMLElement>("input, select, button")?.focus();
    reset();
  };
  return <button type="button" class="dotb" aria-label={words} title={words} onClick={click} />;
};

/** What is wrong with the typed text; announced to screen readers at once. */
export const Wrong = ({ id, words }: { readonly id: string; readonly words: string | null }) =>
  words === null ? null : (
    <p class="wrong" id={`${id}-wrong`} role="alert">
      {words}
    </p>
  );

/**
 * A text box that commits on Enter and on blur. If `commit` returns an error, the text stays until it is corrected;
 * Escape or a new value from elsewhere discards it.
 */
export const useBox = (text: string, commit: (typed: string) => string | null) => {
  const typed = useSignal<string | null>(null);
  const wrong = useSignal<string | null>(null);
  const drop = (): void => {
    typed.value = null;
    wrong.value = null;
  };
  const finish = (): void => {
    if (typed.value === null) return;
    wrong.value = commit(typed.value);
    if (wrong.value === null) typed.value = null;
  };
  useLayoutEffect(drop, [text]);
  return {
    wrong: wrong.value,
    props: {
      type: "text" as const,
      value: typed.value ?? text,
      autocomplete: "off" as const,
      spellcheck: false,
      "aria-invalid": wrong.value !== null,
      onInput: (event: TargetedEvent<HTMLInputElement>) => {
        typed.value = event.currentTarget.value;
      },
      onFocus: (event: TargetedEvent<HTMLInputElement>) => event.currentTarget.select(),
      onBlur: finish,
      onKeyDown: (event: TargetedKeyboardEvent<HTMLInputElement>) => {
        if (event.key === "Enter") finish();
        if (event.key !== "Escape" || typed.value === null) return;
        event.stopPropagation();
        drop();
      },
    },
  };
};
