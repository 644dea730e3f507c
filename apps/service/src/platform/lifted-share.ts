import type { ClientOf } from "../limits/client.ts";
import type { FairShare } from "../limits/fair-share.ts";
import type { Credential } from "./credential.ts";

/** Stands for whoever presents the platform credential; no client's own name looks like it. */
const OPERATOR = "operator";

/** The client of a request, or the operator where it presents the platform credential. A wrong one is not looked at. */
export const operatorOr =
  (clientOf: ClientOf, credential: Credential | null): ClientOf =>
  (request) =>
    credential?.(request.rawHeaders) === "right" ? OPERATOR : clientOf(request);

/** The share of every client but the operator, who has no limit and is told of none. */
export const liftedShare =
  (fairShare: FairShare): FairShare =>
  (client, work, tell) =>
    client === OPERATOR ? work() : fairShare(client, work, tell);
