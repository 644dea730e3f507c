import { bitrateFor } from "./bitrate-for.ts";
import { FilmFailure } from "./film-failure.ts";
import type { FilmSize } from "./film-size.ts";
import { type VideoChoice, videoChoices } from "./video-codecs.ts";

/** What a browser encodes, and how it is to be told. */
export type ChosenEncoder = { readonly name: VideoChoice["name"]; readonly config: VideoEncoderConfig };

/** The first codec for a container that this browser can encode. Throws a `FilmFailure` where it can none. */
export const chooseEncoder = async (container: "mp4" | "webm", size: FilmSize, fps: number): Promise<ChosenEncoder> => {
  if (!("VideoEncoder" in globalThis)) throw new FilmFailure(NO_ENCODER);
  for (const { name, codec } of videoChoices(container, size, fps)) {
    const config: VideoEncoderConfig = {
      codec,
      width: size.width,
      height: size.height,
      bitrate: bitrateFor(size, fps),
      framerate: fps,
      latencyMode: "quality",
      ...(name === "avc" && { avc: { format: "avc" } }),
    };
    if (await isSupported(config)) return { name, config };
  }
  throw new FilmFailure(NO_ENCODER);
};

const NO_ENCODER = "This browser cannot encode video of this size. A GIF or a player works everywhere.";

const isSupported = async (config: VideoEncoderConfig): Promise<boolean> => {
  try {
    return (await VideoEncoder.isConfigSupported(config)).supported === true;
  } catch {
    // some browsers throw at codecs that they have never heard of
    return false;
  }
};
