/** The parts of the page that are loaded when they are first wanted. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import("./outlets.ts"),
  () => import("./keys-sheet.tsx"),
  () => import("../exports/export-dialog.tsx"),
  () => import("../controls/findings.ts"),
  () => import("../sources/open-picture.ts"),
  () => import("../sources/decode-picture.ts"),
  () => import("../sources/shrink-picture.ts"),
  () => import("../sources/still-of.ts"),
  () => import("../stage/table.tsx"),
  () => import("../stage/glass.ts"),
  () => import("../sources/translucent-png.ts"),
  () => import("../sources/fault-cards.ts"),
  () => import("./fault-card.tsx"),
  () => import("./drop-words.tsx"),
  () => import("./auto-badge.tsx"),
  () => import("./palette/palette.tsx"),
  () => import("../live/open-video.ts"),
  () => import("../live/open-camera.ts"),
  () => import("../live/live-parts.ts"),
];

/** Milliseconds after loading that are left to what is needed first. */
const PAUSE = 500;

/** Loads the rest once the page stands, so that everything works on when the network is gone. What fails is tried again when it is wanted. */
export const loadAhead = (page: Window): void => {
  page.addEventListener("load", () => {
    page.setTimeout(() => {
      for (const load of PARTS) load().catch(() => {});
      import("../offline/keep-offline.ts").then(({ keepOffline }) => keepOffline(page.navigator)).catch(() => {});
    }, PAUSE);
  });
};
