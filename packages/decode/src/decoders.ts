import sharp from "sharp";

/**
 * Restricts sharp in this whole process to in-memory loaders of the five input formats, one thread
 * and no cache. For processes that use sharp for nothing else: the service's workers and the
 * command. The library leaves sharp's settings alone and passes on only bytes that libvips gives to
 * one of these loaders (`sniff`, `withoutGainMap`).
 */
export const restrictSharp = (): void => {
  // libvips picks a loader by the bytes, so every unneeded loader is attack surface: block all, allow five
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: [
      "VipsForeignLoadJpegBuffer",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadWebpBuffer",
      "VipsForeignLoadNsgifBuffer",
      "VipsForeignLoadHeifBuffer",
    ],
  });
  // requests do not share images, and cached data must not outlive one
  sharp.cache(false);
  // one render uses one core; the worker pool uses the others
  sharp.concurrency(1);
};
