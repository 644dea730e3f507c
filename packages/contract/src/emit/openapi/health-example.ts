import { INPUT_FORMAT_NAMES } from "../../formats.ts";
import { MAX_CELLS } from "../../limits.ts";
import { PARAMS } from "../../params.ts";
import { SETTINGS } from "../../settings.ts";
import type { Health } from "../../shapes.ts";
import { SERVICE, VERSION } from "../../version.ts";
import { EXAMPLE_TRACE } from "./examples.ts";

/** The envelope of a service under its default settings, at rest. */
export const healthExample = (): Health => ({
  status: "ok",
  service: SERVICE,
  version: VERSION,
  uptimeSeconds: 12.5,
  capabilities: {
    formats: PARAMS.format.values,
    inputFormats: INPUT_FORMAT_NAMES,
    charsets: PARAMS.charset.values,
    qualityTargets: PARAMS.qualityTarget.values,
    limits: {
      imageBytes: SETTINGS.SERVICE_MAX_IMAGE_BYTES.default,
      imagePixels: SETTINGS.SERVICE_MAX_IMAGE_PIXELS.default,
      imageSide: SETTINGS.SERVICE_MAX_IMAGE_SIDE.default,
      cells: MAX_CELLS,
    },
  },
  load: { workers: 4, busy: 0, queued: 0, capacity: 20 },
  trace: { ...EXAMPLE_TRACE, sampled: true },
});
