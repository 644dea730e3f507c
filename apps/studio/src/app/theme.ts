import { effect, signal } from "@preact/signals";
import type { Studio } from "../state/studio.ts";

type ShownTheme = "dark" | "light";

/** The system's theme. */
const system = signal<ShownTheme>("dark");

/** The effective theme: the selected one, or the system's. */
export const shownTheme = ({ theme }: Pick<Studio, "theme">): ShownTheme =>
  theme.value === "system" ? system.value : theme.value;

/** Toggles between dark and light. */
export const switchTheme = (studio: Pick<Studio, "theme">): void => {
  studio.theme.value = shownTheme(studio) === "dark" ? "light" : "dark";
};

/** Applies the theme to the page: colors, native controls and the browser's toolbar. */
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
