import type { SenderFigures } from "@lumiglyph/handoff";
import type { Speed } from "./handoff.ts";

/** Shares of frames that were overwritten above which the receiver is called slow, and below which it no longer is. */
const [SLOW, FAST] = [0.2, 0.05];

/** Tells from figures, which are given once a second, how fast frames go over. */
export const createSpeedometer = (): ((figures: SenderFigures) => Speed) => {
  let last: SenderFigures = { offered: 0, sent: 0, acknowledged: 0, overwritten: 0, bytes: 0 };
  let isSlow = false;
  return (figures) => {
    const offered = figures.offered - last.offered;
    const share = offered === 0 ? 0 : (figures.overwritten - last.overwritten) / offered;
    isSlow = share > (isSlow ? FAST : SLOW);
    const speed = { fps: figures.sent - last.sent, bytes: figures.bytes - last.bytes, isSlow };
    last = figures;
    return speed;
  };
};
