import type { Host } from "../state/host.ts";
import { nameOfCopy } from "./name-of-copy.ts";
import type { Opening } from "./open-picture.ts";
import type { Trouble } from "./trouble.ts";

export type OpenerParts = {
  readonly host: Pick<Host, "decode" | "shrink" | "still" | "urls">;
  readonly onPicture: (opening: Exclude<Opening, { trouble: Trouble }>) => void;
  /** With it comes the way to open a smaller copy instead. */
  readonly onTrouble: (trouble: Trouble, shrink: () => Promise<void>) => void;
  /** What opens files could not be fetched. */
  readonly onMissing: () => void;
};

export type Opener = {
  readonly open: (file: Blob, name: string) => Promise<void>;
  /** Leaves off what is under way. */
  readonly cancel: () => void;
};

/** Opens files one at a time: of two that are under way, the one that came last. */
export const createOpener = ({ host, onPicture, onTrouble, onMissing }: OpenerParts): Opener => {
  let turns = 0;
  const open = async (file: Blob, name: string): Promise<void> => {
    const turn = ++turns;
    const fetched = await import("./open-picture.ts").catch(() => null);
    if (fetched === null) return onMissing();
    const opening = await fetched.openPicture(file, name, host);
    const isLate = turn !== turns;
    if ("trouble" in opening) {
      if (!isLate) onTrouble(opening.trouble, () => openSmaller(file, name));
    } else if (isLate) host.urls.revoke(opening.opened.url);
    else onPicture(opening);
  };
  const openSmaller = async (file: Blob, name: string): Promise<void> => {
    const turn = ++turns;
    const copy = await host.shrink(file).catch(() => null);
    if (turn !== turns) return;
    if (copy !== null) return open(copy, nameOfCopy(name, copy.type));
    onTrouble({ code: "image_unreadable", name, why: "unshrinkable" }, () => openSmaller(file, name));
  };
  return { open, cancel: () => void turns++ };
};
