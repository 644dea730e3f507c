import { useSignal } from "@preact/signals";
import type { TargetedEvent, TargetedKeyboardEvent, TargetedMouseEvent } from "preact";
import { useLayoutEffect } from "preact/hooks";

type DotProps = {
  readonly label: string;
  /** The default, in words. */
  readonly back: string;
  readonly reset: () => void;
};

/** The mark of a row that the person has set; clicked, it resets the row and leaves it to the Director again. */
export const Dot = ({ label, back, reset }: DotProps) => {
  const words = `Reset ${label} to ${back}`;
  const click = ({ currentTarget }: TargetedMouseEvent<HTMLButtonElement>): void => {
    // the dot is about to go: the focus must not be lost with it
    currentTarget.closest(".row")?.querySelector<HTMLElement>("input, select, button")?.focus();
    reset();
  };
  return <button type="button" class="dotb" aria-label={words} title={words} onClick={click} />;
};

/** What is wrong with what was typed into a row's box: said at once to screen readers. */
export const Wrong = ({ id, words }: { readonly id: string; readonly words: string | null }) =>
  words === null ? null : (
    <p class="wrong" id={`${id}-wrong`} role="alert">
      {words}
    </p>
  );

/**
 * A text box that hands over what was typed on Enter and when it is left. Where `commit` says what is wrong with it, the
 * text stays as it was typed until it is mended; Escape, or a new value from elsewhere, drops it.
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
