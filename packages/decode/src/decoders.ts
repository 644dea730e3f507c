import sharp from "sharp";

// libvips picks a loader by the bytes, so every unneeded loader is attack surface: block all, allow five.
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
// Requests do not share images, and cached data must not outlive one.
sharp.cache(false);
// One render uses one core; the worker pool uses the others.
sharp.concurrency(1);

/** sharp for this whole process, restricted to in-memory loaders of the five input formats. */
export { sharp };
