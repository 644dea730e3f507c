import type { Host } from "../state/host.ts";
import type { Found, Opening } from "./opening.ts";
import type { CameraTrouble, Trouble } from "./trouble.ts";

export type OpenerParts = {
  readonly host: Pick<Host, "decode" | "shrink" | "still" | "urls" | "play" | "film">;
  readonly onPicture: (found: Found) => void;
  /** With it comes the way to open a smaller copy instead. */
  readonly onTrouble: (trouble: Trouble, shrink?: () => Promise<void>) => Promise<void>;
  /** What opens files could not be fetched. */
  readonly onMissing: () => void;
};

export type Opener = {
  readonly open: (file: Blob, name: string) => Promise<void>;
  readonly film: (id?: string) => Promise<void>;
  /** Leaves off what is under way. */
  readonly cancel: () => void;
};

/** Opens one thing at a time: of two that are under way, the one that came last. */
export const createOpener = ({ host, onPicture, onTrouble, onMissing }: OpenerParts): Opener => {
  let turns = 0;
  const finish = async (begin: () => Promise<Opening>, shrink?: () => Promise<void>): Promise<void> => {
    const turn = ++turns;
    const opening = await begin().catch(() => null);
    const isLate = turn !== turns;
    if (opening === null) return isLate ? undefined : onMissing();
    if (!("trouble" in opening)) return isLate ? letGo(opening, host) : onPicture(opening);
    if (!isLate) await onTrouble(opening.trouble, shrink);
  };
  const open = (file: Blob, name: string): Promise<void> =>
    finish(
      async () => (await import("./open-picture.ts")).openPicture(file, name, host),
      () => openSmaller(file, name),
    );
  const openSmaller = async (file: Blob, name: string): Promise<void> => {
    const turn = ++turns;
    const copy = await host.shrink(file).catch(() => null);
    if (turn !== turns) return;
    if (copy !== null) return open(copy, nameOfCopy(name, copy.type));
    return onTrouble({ code: "image_unreadable", name, why: "unshrinkable" }, () => openSmaller(file, name));
  };
  const film = (id?: string): Promise<void> =>
    finish(() => host.film(id, (trouble: CameraTrouble) => void onTrouble(trouble)));
  return { open, film, cancel: () => void turns++ };
};

/** Nobody waits for it any more. */
const letGo = (found: Found, { urls }: Pick<Host, "urls">): void => {
  if ("live" in found) found.live.stop();
  urls.revoke(found.opened.url);
};

/** The name of a shrunken copy, which is a JPEG or a PNG: "cat.webp" gives "cat (smaller).png". */
export const nameOfCopy = (name: string, mediaType: string): string =>
  `${name.replace(/\.\w+$/, "")} (smaller).${mediaType === "image/jpeg" ? "jpg" : "png"}`;
