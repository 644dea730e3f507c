import { readFileSync } from "node:fs";
import { INPUT_FORMAT_NAMES } from "@lumiglyph/contract";
import { createRenderer } from "@lumiglyph/service";
import { optionsWith } from "../../support/params.ts";
import { REFERENCE, REFERENCE_COLUMNS } from "./reference-requests.ts";

/*
 * A process that renders the reference picture, bytes to bytes, as fast as it can: no service, no worker, no network. A
 * message says for how many milliseconds; the answer is how many it has rendered.
 */
const render = createRenderer(() => performance.now());
const { signal } = new AbortController();
const job = {
  bytes: readFileSync(new URL(`../../../fixtures/${REFERENCE}`, import.meta.url)),
  options: optionsWith({ columns: REFERENCE_COLUMNS }),
  limits: { formats: INPUT_FORMAT_NAMES, maxPixels: 40_000_000, maxSide: 12_000 },
};

process.on("message", async (ms: number) => {
  const until = performance.now() + ms;
  let count = 0;
  for (; performance.now() < until; count++) await render(job, signal);
  process.send?.(count);
});
process.once("disconnect", () => process.exit(0));
