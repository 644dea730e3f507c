import type { InputVideoTrack } from "mediabunny";

/** Height from which a video that says nothing of its colors is taken for high definition, in pixels. */
const HIGH_DEFINITION = 720;

/**
 * Lets a clip that says nothing of its colors be decoded as every player does, the stage's included: small ones by BT.601, large
 * ones by BT.709. Mediabunny takes all of them for BT.709.
 */
export const assumeColors = async (track: InputVideoTrack): Promise<void> => {
  const config = await track.getDecoderConfig();
  if (config === null || config.colorSpace?.matrix || (await track.getDisplayHeight()) >= HIGH_DEFINITION) return;
  const colorSpace = { ...BT601, ...(config.colorSpace?.fullRange && { fullRange: true }) };
  track.getDecoderConfig = async () => ({ ...config, colorSpace });
};

const BT601 = { primaries: "smpte170m", transfer: "smpte170m", matrix: "smpte170m", fullRange: false } as const;
