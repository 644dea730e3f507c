import { signal } from "@preact/signals";
import type { RenderWorker } from "./darkroom.ts";
import type { CellFrame, Feed, News } from "./live.ts";
import { type LiveToWorker, type LiveToPage, MOST_UNDER_WAY, type ToWorker } from "./messages.ts";

/** The page's side of a live feed. */
export type LiveSide = {
  readonly begin: (feed: Feed) => void;
  /** Whatever is still reported of the feed that was there is no longer listened to. */
  readonly end: () => void;
  readonly isOn: () => boolean;
  readonly receive: (id: number, message: LiveToPage) => void;
  /** What the darkroom has of it. */
  readonly members: Pick<RenderWorker, "push" | "jump" | "hold" | "smooth" | "mirror" | "news" | "ended" | "tap">;
};

export const createLiveSide = (send: (given: ToWorker) => void): LiveSide => {
  const news = signal<News | null>(null);
  const ended = signal<"none" | "ended" | "failed">("none");
  const subscribers = new Set<(frame: CellFrame) => void>();
  let feeds = 0;
  let current = 0;
  let underWay = 0;
  let leftOut = 0;

  const tell = (given: LiveToWorker): void => send({ type: "live", message: given });
  const end = (): void => {
    current = underWay = leftOut = 0;
    news.value = null;
    ended.value = "none";
  };
  const handOut = (frame: CellFrame): void => {
    let left = subscribers.size;
    // who takes it may hand its arrays over
    for (const take of subscribers) take(--left > 0 ? structuredClone(frame) : frame);
  };
  const handlers: { readonly [Type in LiveToPage["type"]]: (message: Extract<LiveToPage, { type: Type }>) => void } = {
    news: (message) => {
      news.value = { ...message.news, dropped: message.news.dropped + leftOut };
    },
    ended: ({ how }) => {
      ended.value = how;
    },
    taken: () => void underWay--,
    cells: ({ frame }) => {
      tell({ type: "received" });
      handOut(frame);
    },
  };
  return {
    begin: (feed) => {
      end();
      current = ++feeds;
      send({ type: "roll", id: current, feed });
      if (subscribers.size > 0) tell({ type: "tap", isOn: true });
    },
    end,
    isOn: () => current > 0,
    receive: (id, message) => id === current && handlers[message.type](message as never),
    members: {
      push: (frame) => {
        const isTaken = current > 0 && underWay < MOST_UNDER_WAY;
        if (isTaken) {
          underWay++;
          tell({ type: "push", frame });
        } else leftOut++;
        return isTaken;
      },
      jump: () => tell({ type: "jump" }),
      hold: (isHeld) => tell({ type: "hold", isHeld }),
      smooth: (isOn) => tell({ type: "smooth", isOn }),
      mirror: (isMirrored) => tell({ type: "mirror", isMirrored }),
      news,
      ended,
      tap: (take) => {
        subscribers.add(take);
        if (subscribers.size === 1) tell({ type: "tap", isOn: true });
        return () => {
          if (subscribers.delete(take) && subscribers.size === 0) tell({ type: "tap", isOn: false });
        };
      },
    },
  };
};
