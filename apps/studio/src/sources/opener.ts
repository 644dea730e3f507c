import type { Host } from "../state/host.ts";
import type { CameraError, OpenedSource, OpenResult, SourceError } from "../state/source.ts";

export type OpenerParts = {
  readonly host: Pick<
    Host,
    "decode" | "glance" | "suit" | "drawSvg" | "shrink" | "still" | "urls" | "animate" | "play" | "openCamera"
  >;
  readonly onPicture: (found: OpenedSource) => void;
  /** `shrink` opens a smaller copy instead. */
  readonly onError: (error: SourceError, shrink?: () => Promise<void>) => Promise<void>;
  /** Called when the code that opens files could not be loaded. */
  readonly onMissing: () => void;
};

export type Opener = {
  readonly open: (file: Blob, name: string) => Promise<void>;
  readonly openCamera: (id?: string) => Promise<void>;
  /** Abandons what is being opened. */
  readonly cancel: () => void;
};

/** Opens one source at a time; the latest request wins. */
export const createOpener = ({ host, onPicture, onError, onMissing }: OpenerParts): Opener => {
  let turns = 0;
  const finish = async (begin: () => Promise<OpenResult>, shrink?: () => Promise<void>): Promise<void> => {
    const turn = ++turns;
    const opening = await begin().catch(() => null);
    const isLate = turn !== turns;
    if (opening === null) return isLate ? undefined : onMissing();
    if (!("error" in opening)) return isLate ? letGo(opening, host) : onPicture(opening);
    if (!isLate) await onError(opening.error, shrink);
  };
  const open = (file: Blob, name: string): Promise<void> =>
    finish(
      async () => (await import("./open-file.ts")).openFile(file, name, host),
      () => openSmaller(file, name),
    );
  const openSmaller = async (file: Blob, name: string): Promise<void> => {
    const turn = ++turns;
    const copy = await host.shrink(file).catch(() => null);
    if (turn !== turns) return;
    if (copy !== null) return open(copy, nameOfCopy(name, copy.type));
    return onError({ code: "image_unreadable", name, why: "unshrinkable" }, () => openSmaller(file, name));
  };
  const openCamera = (id?: string): Promise<void> =>
    finish(() => host.openCamera(id, (error: CameraError) => void onError(error)));
  return { open, openCamera, cancel: () => void turns++ };
};

/** Releases a source that was superseded. */
const letGo = (found: OpenedSource, { urls }: Pick<Host, "urls">): void => {
  if ("live" in found) found.live.stop();
  urls.revoke(found.opened.url);
};

/** Name of a shrunken copy, a JPEG or PNG: "cat.webp" gives "cat (smaller).png". */
export const nameOfCopy = (name: string, mediaType: string): string =>
  `${name.replace(/\.\w+$/, "")} (smaller).${mediaType === "image/jpeg" ? "jpg" : "png"}`;
