import type { Opened, OpenResult, SourceError } from "../state/source.ts";
import { createScreen } from "./video-element.ts";
import { createVideoSource } from "./video-source.ts";

/** Opens a video file, or says why it cannot. */
export const openVideo = async ({ file, name, url }: Pick<Opened, "file" | "name" | "url">): Promise<OpenResult> => {
  const element = createScreen();
  element.src = url;
  if (!(await isReady(element))) return { error: await errorOf(file, name) };
  const { videoWidth: width, videoHeight: height } = element;
  if (width === 0) return { error: { code: "video_unreadable", name, why: "soundOnly" } };
  const live = createVideoSource(element);
  return { live, opened: { name, kind: "video", info: { width, height, format: "pixels" }, file, url } };
};

/** Whether the first frame is loaded; a file without video is ready with its sound. */
const isReady = (element: HTMLVideoElement): Promise<boolean> =>
  new Promise((resolve) => {
    element.addEventListener("loadeddata", () => resolve(true));
    element.addEventListener("error", () => resolve(false));
  });

const errorOf = async (file: Blob, name: string): Promise<SourceError> => {
  const codec = await codecIn(file).catch(() => null);
  if (codec !== null && !PLAYED.includes(codec)) return { code: "video_codec_unsupported", codec };
  return { code: "video_unreadable", name, why: "damaged" };
};

/** All supported browsers play these, so a file that fails with one of them is damaged. */
const PLAYED = ["H.264", "VP8", "VP9", "AV1"];

/** The common name of a video's codec; null if unknown. */
const codecIn = async (file: Blob): Promise<string | null> => {
  const head = await textOf(file.slice(0, HEAD));
  if (head.startsWith("\x1aE\xdf\xa3")) return matroskaCodec(head);
  if (head.startsWith("OggS")) return head.includes("theora") ? "Theora" : null;
  return entryCodec(await movieBox(file));
};

/** Matroska lists its tracks within this many bytes. */
const HEAD = 64 * 1024;

/** Decodes one character per byte. */
const textOf = async (part: Blob): Promise<string> => new TextDecoder("latin1").decode(await part.arrayBuffer());

/** RFC 9559 and its codec registry: prefixes of video track identifiers. */
const matroskaCodec = (head: string): string | null => {
  const id = /V_[A-Z0-9/_]+/.exec(head)?.[0] ?? "";
  return MATROSKA.find(([begin]) => id.startsWith(begin))?.[1] ?? (id === "" ? null : id.slice(2));
};

const MATROSKA: readonly (readonly [begin: string, name: string])[] = [
  ["V_VP8", "VP8"],
  ["V_VP9", "VP9"],
  ["V_AV1", "AV1"],
  ["V_MPEG4/ISO/AVC", "H.264"],
  ["V_MPEGH/ISO/HEVC", "HEVC"],
  ["V_MPEG4", "MPEG-4 Visual"],
  ["V_MPEG2", "MPEG-2"],
  ["V_MPEG1", "MPEG-1"],
  ["V_THEORA", "Theora"],
  ["V_PRORES", "ProRes"],
];

/** The movie box (ISO/IEC 14496-12, 8.2.1). It may come after all media data. */
const movieBox = async (file: Blob): Promise<string> => {
  for (let at = 0; at + 8 <= file.size; ) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer());
    const short = head.getUint32(0);
    const size = short === 1 ? Number(head.getBigUint64(8)) : short === 0 ? file.size - at : short;
    if (head.getUint32(4) === MOOV) return textOf(file.slice(at, at + Math.min(size, MOST)));
    if (size < 8) break;
    at += size;
  }
  return "";
};

const MOOV = 0x6d6f6f76;

/** Maximum bytes of a movie box to read. */
const MOST = 8 * 1024 * 1024;

/** The first video sample entry (8.5.2): its four-character code follows the box's name after eight bytes and a size. */
const entryCodec = (movie: string): string | null => {
  for (const { index } of movie.matchAll(/stsd/g)) {
    const name = ENTRIES[movie.slice(index + 16, index + 20)];
    if (name !== undefined) return name;
  }
  return null;
};

const ENTRIES: Readonly<Record<string, string>> = {
  avc1: "H.264",
  avc3: "H.264",
  hvc1: "HEVC",
  hev1: "HEVC",
  dvh1: "Dolby Vision",
  dvhe: "Dolby Vision",
  vp08: "VP8",
  vp09: "VP9",
  av01: "AV1",
  mp4v: "MPEG-4 Visual",
  apcn: "ProRes",
  apch: "ProRes",
  apcs: "ProRes",
  apco: "ProRes",
  ap4h: "ProRes",
  jpeg: "Motion JPEG",
  mjpa: "Motion JPEG",
  s263: "H.263",
};
