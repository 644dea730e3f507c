import type { Studio } from "../state/studio.ts";

/** Milliseconds after loading that are left to what is needed first. */
const PAUSE = 500;

/**
 * Fetches what hands frames over, where whoever serves the page has named a receiver in it. Nothing else names one: no query
 * and no message.
 */
export const offerHandoff = (studio: Studio, page: Window): void => {
  const target = page.document.querySelector<HTMLMetaElement>("meta[name=handoff-target]")?.content;
  if (!target) return;
  const fetchIt = async (): Promise<void> => {
    studio.handoff.value = (await import("../handoff/begin-handoff.tsx")).beginHandoff(studio, target, page);
  };
  page.addEventListener("load", () => page.setTimeout(() => fetchIt().catch(() => {}), PAUSE));
};
