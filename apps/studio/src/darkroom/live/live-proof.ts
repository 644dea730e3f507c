import type { Proof } from "../darkroom.ts";
import { proofOf } from "../proof-of.ts";
import { type LivePrintParts, livePrint } from "./live-print.ts";

/** Print and pass. */
type LiveProofParts = LivePrintParts & Pick<Proof, "revision" | "pass" | "ms">;

/** A frame of a feed as the page is told of it. */
export const liveProof = ({ revision, pass, ms, ...parts }: LiveProofParts): Proof => {
  const print = livePrint(parts);
  return proofOf({ revision, pass, ms, print }, print.inks());
};
