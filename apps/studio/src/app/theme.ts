import { effect, signal } from "@preact/signals";
import type { Studio } from "../state/studio.ts";

type ShownTheme = "dark" | "light";

/** The system's, as far as it is known. */
const system = signal<ShownTheme>("dark");

/** The theme that is to be seen: the one that was chosen, or the system's. */
export const shownTheme = ({ theme }: Pick<Studio, "theme">): ShownTheme =>
  theme.value === "system" ? system.value : theme.value;

/** From dark to light and back. */
export const switchTheme = (studio: Pick<Studio, "theme">): void => {
  studio.theme.value = shownTheme(studio) === "dark" ? "light" : "dark";
};

/** Keeps a page in the theme: its colors, its native controls, and the browser's own bar. */
export const applyTheme = (studio: Pick<Studio, "theme">, { document, matchMedia }: Window): void => {
  const light = matchMedia("(prefers-color-scheme: light)");
  const follow = (): void => {
    system.value = light.matches ? "light" : "dark";
  };
  follow();
  light.addEventListener("change", follow);
  effect(() => {
    document.documentElement.dataset["theme"] = shownTheme(studio);
    const { backgroundColor } = getComputedStyle(document.body);
    for (const bar of document.querySelectorAll("meta[name=theme-color]")) bar.setAttribute("content", backgroundColor);
  });
};
