import { loadSentences } from "../controls/use-row.ts";
import { scriptAddress } from "../worker/start-worker.ts";

/** Chunks that are loaded on demand. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  loadSentences,
  () => import("../export/quick-exports.ts"),
  () => import("./keyboard-dialog.tsx"),
  () => import("../export/export-dialog.tsx"),
  () => import("../controls/findings.tsx"),
  () => import("../sources/open-file.ts"),
  () => import("../sources/kind-of-picture.ts"),
  () => import("../sources/glance.ts"),
  () => import("@lumiglyph/decode/browser"),
  () => import("../sources/reencode-image.ts"),
  () => import("../sources/kept-picture.ts"),
  () => import("../viewer/viewer.tsx"),
  () => import("../viewer/loupe.tsx"),
  () => import("../sources/fault-cards.ts"),
  () => import("./fault-card.tsx"),
  () => import("./drop-words.tsx"),
  () => import("./auto-badge.tsx"),
  () => import("./palette.tsx"),
  () => import("./font-dialog.tsx"),
  () => import("./crop-dialog.tsx"),
  () => import("../sources/open-video.ts"),
  () => import("../sources/animated-image.ts"),
  () => import("../sources/open-camera.ts"),
  () => import("../viewer/live-parts.tsx"),
];

/** Milliseconds to wait after the page's load event. */
const PAUSE = 500;

/**
 * Preloads the on-demand chunks once the page has loaded, so that everything works offline. A failed load is retried on
 * use.
 */
export const loadAhead = (page: Window): void => {
  page.addEventListener("load", () => {
    page.setTimeout(() => {
      for (const load of PARTS) load().catch(() => {});
      keepOffline(page.navigator).catch(() => {});
    }, PAUSE);
  });
};

/** Registers the service worker that makes the page available offline. Failures are retried at the next visit. */
const keepOffline = async ({ serviceWorker }: Pick<Navigator, "serviceWorker">): Promise<void> => {
  // not in development, and undefined on insecure origins
  if (import.meta.env.PROD) await serviceWorker?.register(scriptAddress("./sw.js"));
};
