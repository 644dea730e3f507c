import { createHash } from "node:crypto";
import type { Clock } from "../../clock.ts";

/** Images that have brought down a worker twice; they are not tried again for a while. */
export type Quarantine = {
  readonly holds: (image: Uint8Array) => boolean;
  readonly add: (image: Uint8Array) => void;
};

/** Milliseconds that an image is refused for, and how many are remembered: the oldest is forgotten first. */
export type QuarantineSize = { readonly ms: number; readonly images: number };

const QUARANTINE: QuarantineSize = { ms: 600_000, images: 1000 };

export const createQuarantine = (clock: Clock, { ms, images }: QuarantineSize = QUARANTINE): Quarantine => {
  const entries = new Map<string, { readonly length: number; readonly until: number }>();
  const holds = (image: Uint8Array): boolean => {
    // digests take time: nearly always no image of this very length is here
    if (![...entries.values()].some(({ length }) => length === image.length)) return false;
    const digest = digestOf(image);
    const entry = entries.get(digest);
    if (entry === undefined || clock() < entry.until) return entry !== undefined;
    entries.delete(digest);
    return false;
  };
  const add = (image: Uint8Array): void => {
    const digest = digestOf(image);
    entries.delete(digest);
    entries.set(digest, { length: image.length, until: clock() + ms });
    const [oldest] = entries.keys();
    if (oldest !== undefined && entries.size > images) entries.delete(oldest);
  };
  return { holds, add };
};

const digestOf = (image: Uint8Array): string => createHash("sha256").update(image).digest("hex");
