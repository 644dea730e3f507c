import { CONFORMANCE } from "../../conformance.ts";
import { ENDPOINT_IDS, type EndpointId } from "../../endpoints.ts";
import { contentType, FORMATS, INPUT_FORMATS } from "../../formats.ts";
import type { Instance } from "../../instance.ts";
import { PARAMS } from "../../params.ts";
import type { Interoperability } from "../../shapes/interoperability.ts";
import { notOffered, standardsOf } from "../../standards.ts";
import { toldLimits } from "../../told-limits.ts";
import { CHROMA_ENCODING, SERVICE, VERSION } from "../../version.ts";
import { CHROMA_SAYS } from "../chroma-says.ts";
import { documentLinks } from "./links.ts";

/** What an instance speaks, and what it does not. */
export const interoperability = (
  instance: Instance,
  served: readonly EndpointId[] = ENDPOINT_IDS,
): Interoperability => ({
  service: SERVICE,
  version: VERSION,
  baseUrl: instance.baseUrl,
  standards: standardsOf(served).map(({ name, revision, url, says }) => ({ name, revision, url, says })),
  inputs: instance.settings.SERVICE_INPUT_FORMATS.map((format) => ({ format, ...INPUT_FORMATS[format] })),
  outputs: PARAMS.format.values.map((format) => {
    const { extension, label } = FORMATS[format];
    return { format, contentType: contentType(format), extension, label };
  }),
  encodings: [{ id: CHROMA_ENCODING, says: CHROMA_SAYS }],
  limits: toldLimits(instance),
  compatibility: COMPATIBILITY,
  conformance: served.includes("mcp") ? CONFORMANCE : [],
  notOffered: notOffered(served),
  documents: documentLinks(instance.baseUrl, served),
});

/** Decision 7. */
const COMPATIBILITY = [
  `Within ${VERSION.replace(/\d+$/, "x")} the interface changes only by additions: ignore fields and headers that you do not know.`,
  "Error codes, parameter names and formats keep their meaning.",
  "What is to be taken away under `/v1` is told six months before by `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).",
];
