import { signal } from "@preact/signals";
import type { RenderWorker } from "./darkroom.ts";
import type { CellFrame, Feed, News } from "./live.ts";
import { type LiveOrder, type LiveReport, MOST_UNDER_WAY, type Order } from "./messages.ts";

/** The page's side of a live feed. */
export type LiveSide = {
  readonly begin: (feed: Feed) => void;
  /** Whatever is still reported of the feed that was there is no longer listened to. */
  readonly end: () => void;
  readonly isOn: () => boolean;
  readonly hear: (id: number, report: LiveReport) => void;
  /** What the darkroom has of it. */
  readonly members: Pick<RenderWorker, "push" | "jump" | "hold" | "smooth" | "mirror" | "news" | "ended" | "tap">;
};

export const createLiveSide = (send: (given: Order) => void): LiveSide => {
  const news = signal<News | null>(null);
  const ended = signal<"none" | "ended" | "failed">("none");
  const takers = new Set<(frame: CellFrame) => void>();
  let feeds = 0;
  let current = 0;
  let underWay = 0;
  let leftOut = 0;

  const tell = (given: LiveOrder): void => send({ type: "live", order: given });
  const end = (): void => {
    current = underWay = leftOut = 0;
    news.value = null;
    ended.value = "none";
  };
  const handOut = (frame: CellFrame): void => {
    let left = takers.size;
    // who takes it may hand its arrays over
    for (const take of takers) take(--left > 0 ? structuredClone(frame) : frame);
  };
  const hearing: { readonly [Type in LiveReport["type"]]: (report: Extract<LiveReport, { type: Type }>) => void } = {
    news: (report) => {
      news.value = { ...report.news, dropped: report.news.dropped + leftOut };
    },
    ended: ({ how }) => {
      ended.value = how;
    },
    taken: () => void underWay--,
    cells: ({ frame }) => {
      tell({ type: "took" });
      handOut(frame);
    },
  };
  return {
    begin: (feed) => {
      end();
      current = ++feeds;
      send({ type: "roll", id: current, feed });
      if (takers.size > 0) tell({ type: "tap", isOn: true });
    },
    end,
    isOn: () => current > 0,
    hear: (id, report) => id === current && hearing[report.type](report as never),
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
        takers.add(take);
        if (takers.size === 1) tell({ type: "tap", isOn: true });
        return () => {
          if (takers.delete(take) && takers.size === 0) tell({ type: "tap", isOn: false });
        };
      },
    },
  };
};
