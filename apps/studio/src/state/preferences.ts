import { effect, type Signal, signal } from "@preact/signals";
import type { Host } from "./host.ts";

type Theme = "system" | "dark" | "light";

export type Preferences = { readonly theme: Signal<Theme>; readonly letterKeys: Signal<boolean> };

/** What the browser remembers of the person. A storage that throws remembers nothing. */
export const createPreferences = (storage: Host["storage"]): Preferences => ({
  theme: remembered<Theme>(storage, "theme", { system: "system", dark: "dark", light: "light" }),
  letterKeys: remembered(storage, "letterKeys", { on: true, off: false }),
});

/** A choice among the meanings of stored words, the first of them where nothing is stored. */
const remembered = <Value>(storage: Host["storage"], name: string, meanings: { readonly [word: string]: Value }) => {
  const words = Object.keys(meanings);
  const wordOf = (value: Value): string => words.find((word) => meanings[word] === value)!;
  const stored = (): string => words.find((word) => word === read(storage, name)) ?? words[0]!;
  const choice = signal(meanings[stored()]!);
  effect(() => {
    if (wordOf(choice.value) !== stored()) write(storage, name, wordOf(choice.value));
  });
  return choice;
};

const read = (storage: Host["storage"], name: string): string | null => {
  try {
    return storage?.getItem(keyOf(name)) ?? null;
  } catch {
    return null;
  }
};

const write = (storage: Host["storage"], name: string, word: string): void => {
  try {
    storage?.setItem(keyOf(name), word);
  } catch {
    // a private window or a full disk: the choice holds until the page is left
  }
};

/** Other pages of the same origin have names of their own. */
const keyOf = (name: string): string => `lumiglyph.${name}`;
