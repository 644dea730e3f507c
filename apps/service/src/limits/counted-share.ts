import type { FairShare } from "./fair-share.ts";

/** Hears of each request whether its client's limits let it in. */
export type ShareTally = { readonly allowed: () => void; readonly refused: () => void };

/** The same share, and somebody who counts. */
export const countedShare =
  (fairShare: FairShare, tally: ShareTally): FairShare =>
  (client, work, tell) =>
    fairShare(client, work, (standing) => {
      if (standing.waitSeconds === null) tally.allowed();
      else tally.refused();
      tell(standing);
    });
