import { pickFile } from "../sources/pick-file.ts";
import type { Host } from "./host.ts";

/** The browser that the page is in. */
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
  pick: (kind) => pickFile(page.document, kind),
  decode: async (file) => (await import("../sources/decode-picture.ts")).decodePicture(file),
  shrink: async (file) => (await import("../sources/shrink-picture.ts")).shrinkPicture(file),
  still: async (file) => (await import("../sources/still-of.ts")).stillOf(file),
  play: async (video) => (await import("../live/open-video.ts")).openVideo(video),
  openCamera: async (id, onLost) => (await import("../live/open-camera.ts")).openCamera(id, onLost),
});

/** The mere question for it throws where the person has blocked it. */
const storageOf = (page: Window): Host["storage"] => {
  try {
    return page.localStorage;
  } catch {
    return null;
  }
};
