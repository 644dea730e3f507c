import type { InputFormat } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import type { Host } from "../state/host.ts";
import { endsEarly } from "./ends-early.ts";
import { isVideo } from "./is-video.ts";
import { moves } from "./moves.ts";
import type { Opening } from "./opening.ts";
import { sizeInHeader } from "./picture-header.ts";
import { isTooLarge } from "./picture-limits.ts";
import type { Trouble } from "./trouble.ts";

/** From a file to a picture, or to a video. A picture's header is judged before a pixel is decoded, as the API does. */
export const openPicture = async (
  file: Blob,
  name: string,
  host: Pick<Host, "decode" | "still" | "urls" | "play">,
): Promise<Opening> => {
  if (file.size === 0) return unreadable(name, "empty");
  const bytes = await headOf(file, HEAD);
  if (bytes === null) return unreadable(name, "gone");
  const format = sniff(bytes);
  if (format === null && isVideo(bytes)) return openVideo(file, name, host);
  if (format === null) return { trouble: { code: "image_format_unsupported" } };
  const size = sizeInHeader(bytes, format) ?? sizeInHeader((await headOf(file)) ?? bytes, format);
  if (size === null) return unreadable(name, await whyOf(file, format));
  if (isTooLarge(size)) return { trouble: { code: "image_too_many_pixels", size } };
  try {
    const negative = await host.decode(file);
    const shown = moves(bytes, format) ? await host.still(file) : file;
    return { negative, opened: { name, kind: "image", info: negative.source, file, url: host.urls.create(shown) } };
  } catch {
    return unreadable(name, await whyOf(file, format));
  }
};

const openVideo = async (file: Blob, name: string, { urls, play }: Pick<Host, "urls" | "play">): Promise<Opening> => {
  const url = urls.create(file);
  const opening = await play({ file, name, url });
  if ("trouble" in opening) urls.revoke(url);
  return opening;
};

/** Bytes that hold the header of nearly every file: a JPEG may have a preview and a color profile before it. */
const HEAD = 256 * 1024;

const headOf = async (file: Blob, length = file.size): Promise<Uint8Array | null> => {
  try {
    return new Uint8Array(await file.slice(0, length).arrayBuffer());
  } catch {
    return null;
  }
};

type Why = Extract<Trouble, { code: "image_unreadable" }>["why"];

const unreadable = (name: string, why: Why): Opening => ({ trouble: { code: "image_unreadable", name, why } });

const whyOf = async (file: Blob, format: InputFormat): Promise<Why> => {
  const bytes = await headOf(file);
  if (bytes === null) return "gone";
  return endsEarly(bytes, format) ? "cut" : "damaged";
};
