import { pickFile } from "../sources/file-input.ts";
import type { Host } from "../state/host.ts";
import { createTurn } from "../worker/scheduler.ts";

/** The host backed by the real browser. */
export const browserHost = (page: Window): Host => ({
  clock: () => performance.now(),
  nextFrame: (run) => void page.requestAnimationFrame(run),
  later(run, milliseconds) {
    const timer = page.setTimeout(run, milliseconds);
    return () => page.clearTimeout(timer);
  },
  storage: storageOf(page),
  address: {
    query: () => page.location.search,
    setQuery(query) {
      const { pathname, hash } = page.location;
      page.history.replaceState(page.history.state, "", `${pathname}${query}${hash}`);
    },
  },
  urls: { create: (file) => URL.createObjectURL(file), revoke: (url) => URL.revokeObjectURL(url) },
  kept: {
    put: async (picture) => (await import("../sources/kept-picture.ts")).keepPicture(picture),
    get: async () => (await import("../sources/kept-picture.ts")).keptPicture(),
    forget: async () => (await import("../sources/kept-picture.ts")).forgetPicture(),
  },
  pick: (kind) => pickFile(page.document, kind),
  async decode(file) {
    const { decodeImage } = await import("@lumiglyph/decode/browser");
    const { raster, source } = await decodeImage(file, createTurn());
    return { ...raster, data: raster.data.buffer as ArrayBuffer, source };
  },
  glance: async (file, format, size) => (await import("../sources/glance.ts")).glanceAt(file, format, size),
  suit: async ({ width, height, data }) =>
    (await import("../sources/kind-of-picture.ts")).startFor({ width, height, data: new Uint8Array(data) }),
  shrink: async (file) => (await import("../sources/reencode-image.ts")).shrinkImage(file),
  drawSvg: async (file) => (await import("../sources/reencode-image.ts")).drawSvg(file),
  still: async (file) => (await import("../sources/reencode-image.ts")).stillOf(file),
  animate: async (file, mediaType) => (await import("../sources/animated-image.ts")).videoOf(file, mediaType),
  play: async (video) => (await import("../sources/open-video.ts")).openVideo(video),
  openCamera: async (id, onLost) => (await import("../sources/open-camera.ts")).openCamera(id, onLost),
});

/** Accessing localStorage throws where the user has blocked it. */
const storageOf = (page: Window): Host["storage"] => {
  try {
    return page.localStorage;
  } catch {
    return null;
  }
};
