import { writePapers } from "./papers/write-papers.ts";

/** Writes what the README and the reference tell of measurements, out of the committed measurements. */
for (const path of writePapers()) console.log(`${path} written`);
