import { useSignal } from "@preact/signals";
import type { TargetedEvent, TargetedKeyboardEvent } from "preact";
import { useLayoutEffect } from "preact/hooks";

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
