import { signal } from "@preact/signals";
import type { CellFrame, Feed, FeedStats } from "./live-feed.ts";
import { type LiveToPage, type LiveToWorker, MAX_IN_TRANSIT, type ToWorker } from "./messages.ts";
import type { RenderWorker } from "./render-worker.ts";

/** The page's side of a live feed. */
export type LiveHost = {
  readonly begin: (feed: Feed) => void;
  /** Ignores all further messages of the current feed. */
  readonly end: () => void;
  readonly isOn: () => boolean;
  readonly receive: (id: number, message: LiveToPage) => void;
  /** The members of `RenderWorker` about feeds. */
  readonly members: Pick<RenderWorker, "push" | "jump" | "hold" | "smooth" | "mirror" | "stats" | "onCells">;
};

export const createLiveHost = (send: (given: ToWorker) => void): LiveHost => {
  const stats = signal<FeedStats | null>(null);
  const subscribers = new Set<(frame: CellFrame) => void>();
  let feeds = 0;
  let current = 0;
  let underWay = 0;
  let leftOut = 0;

  const sendLive = (given: LiveToWorker): void => send({ type: "live", message: given });
  const end = (): void => {
    current = underWay = leftOut = 0;
    stats.value = null;
  };
  const handOut = (frame: CellFrame): void => {
    let left = subscribers.size;
    // a subscriber may transfer the frame's arrays
    for (const take of subscribers) take(--left > 0 ? structuredClone(frame) : frame);
  };
  const handlers: { readonly [Type in LiveToPage["type"]]: (message: Extract<LiveToPage, { type: Type }>) => void } = {
    stats: (message) => {
      stats.value = { ...message.stats, dropped: message.stats.dropped + leftOut };
    },
    taken: () => void underWay--,
    cells: ({ frame }) => {
      sendLive({ type: "received" });
      handOut(frame);
    },
  };
  return {
    begin: (feed) => {
      end();
      current = ++feeds;
      send({ type: "startFeed", id: current, feed });
      if (subscribers.size > 0) sendLive({ type: "cellFeed", isOn: true });
    },
    end,
    isOn: () => current > 0,
    receive: (id, message) => id === current && handlers[message.type](message as never),
    members: {
      push: (frame) => {
        const isTaken = current > 0 && underWay < MAX_IN_TRANSIT;
        if (isTaken) {
          underWay++;
          sendLive({ type: "push", frame });
        } else leftOut++;
        return isTaken;
      },
      jump: () => sendLive({ type: "jump" }),
      hold: (isHeld) => sendLive({ type: "hold", isHeld }),
      smooth: (isOn) => sendLive({ type: "smooth", isOn }),
      mirror: (isMirrored) => sendLive({ type: "mirror", isMirrored }),
      stats,
      onCells: (take) => {
        subscribers.add(take);
        if (subscribers.size === 1) sendLive({ type: "cellFeed", isOn: true });
        return () => {
          if (subscribers.delete(take) && subscribers.size === 0) sendLive({ type: "cellFeed", isOn: false });
        };
      },
    },
  };
};
