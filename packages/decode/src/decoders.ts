import sharp from "sharp";

// libvips picks a loader from the bytes, so every loader that is not needed is a way in: all off, five on.
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
// No two requests share a picture, and what is cached of one must not outlive it.
sharp.cache(false);
// One render is one core's work: the pool of processes is what uses the others.
sharp.concurrency(1);

/** sharp, for this whole process, with the loaders of the five input formats from memory and no others. */
export { sharp };
