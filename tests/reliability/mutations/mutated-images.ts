import { INPUT_FORMAT_NAMES, type InputFormat } from "@lumiglyph/contract";
import { seeded } from "../seeded.ts";
import { MUTATIONS, withChecksums } from "./mutations.ts";
import { readSamples } from "./samples.ts";

/** A mutated image. */
export type MutatedImage = {
  readonly format: InputFormat;
  /** The mutations, in order. */
  readonly how: readonly string[];
  readonly bytes: Buffer;
};

/** `count` mutated images, the five formats in turn; the same for the same seed. */
export function* mutatedImages(count: number, seed: number): Generator<MutatedImage> {
  const random = seeded(seed);
  const samples = readSamples();
  const all = Object.values(samples).flat();
  for (let at = 0; at < count; at++) {
    const format = INPUT_FORMAT_NAMES[at % INPUT_FORMAT_NAMES.length]!;
    let { bytes } = random.pick(samples[format]);
    const how: string[] = [];
    for (let steps = random.pick([1, 1, 1, 2, 3]); steps > 0 && bytes.length > 1; steps--) {
      const name = random.pick(Object.keys(MUTATIONS));
      bytes = MUTATIONS[name]!({ format, bytes }, random, all);
      how.push(name);
    }
    if (format === "png" && random.chance(0.5)) bytes = withChecksums(bytes);
    yield { format, how, bytes };
  }
}
