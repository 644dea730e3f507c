import { scriptAddress } from "../worker/start-worker.ts";

/** The parts of the page that are loaded when they are first wanted. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import("../export/quick-exports.ts"),
  () => import("./keyboard-dialog.tsx"),
  () => import("../export/export-dialog.tsx"),
  () => import("../controls/findings.tsx"),
  () => import("../sources/open-file.ts"),
  () => import("../sources/decode-image.ts"),
  () => import("../sources/reencode-image.ts"),
  () => import("../viewer/viewer.tsx"),
  () => import("../viewer/loupe.tsx"),
  () => import("../sources/translucent-png.ts"),
  () => import("../sources/fault-cards.ts"),
  () => import("./fault-card.tsx"),
  () => import("./drop-words.tsx"),
  () => import("./auto-badge.tsx"),
  () => import("./palette.tsx"),
  () => import("../sources/open-video.ts"),
  () => import("../sources/open-camera.ts"),
  () => import("../viewer/live-parts.tsx"),
];

/** Milliseconds after loading that are left to what is needed first. */
const PAUSE = 500;

/** Loads the rest once the page stands, so that everything works on when the network is gone. What fails is tried again when it is wanted. */
export const loadAhead = (page: Window): void => {
  page.addEventListener("load", () => {
    page.setTimeout(() => {
      for (const load of PARTS) load().catch(() => {});
      keepOffline(page.navigator).catch(() => {});
    }, PAUSE);
  });
};

/** Lets the browser keep the built page, so that it opens without a network. What fails here is tried again at the next visit. */
const keepOffline = async ({ serviceWorker }: Pick<Navigator, "serviceWorker">): Promise<void> => {
  // a page that is developed, or came over an open network, has none
  if (import.meta.env.PROD) await serviceWorker?.register(scriptAddress("./sw.js"));
};
