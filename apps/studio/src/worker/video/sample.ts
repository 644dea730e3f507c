import { type FrameSequence, GLIMPSES, type OpaquePage, type SequenceFrame, type TimeRange } from "./frame-sequence.ts";

/** Two seconds of frames from each of two places, which is where key frames of videos are, too. */
const WINDOW_SECONDS = 2;

/** A part of a sequence, kept in memory, from which the size of the whole is estimated. */
export type Sample = {
  /** Estimated bytes of the whole, given how to encode a sequence to a file of so many bytes. */
  readonly estimate: (bytesOf: (sequence: FrameSequence) => Promise<number>) => Promise<number>;
};

/** Takes a sample. */
export const sampleOf = async (sequence: FrameSequence): Promise<Sample> => {
  const { seconds, count } = sequence;
  const frames: SequenceFrame[] = [];
  for (const window of windowsOf(seconds)) {
    for await (const frame of sequence.frames(window)) frames.push({ ...frame, page: copied(frame.page) });
  }
  const part = keptSequence(sequence, frames);
  const first = keptSequence(sequence, frames.slice(0, 1));
  return {
    estimate: async (bytesOf) => {
      const [all, one] = [await bytesOf(part), await bytesOf(first)];
      // the first frame and the container occur only once
      return Math.round(one + ((all - one) * (count - 1)) / Math.max(1, frames.length - 1));
    },
  };
};

/** The middles of the first and the last half, or everything. */
const windowsOf = (seconds: number): readonly TimeRange[] => {
  if (seconds <= 2 * WINDOW_SECONDS) return [{ from: 0, to: seconds }];
  return [seconds / 4, (3 * seconds) / 4].map((middle) => ({
    from: middle - WINDOW_SECONDS / 2,
    to: middle + WINDOW_SECONDS / 2,
  }));
};

const copied = (page: OpaquePage): OpaquePage => ({
  ...page,
  glyphs: page.glyphs.slice(),
  colors: page.colors?.slice() ?? null,
  grounds: page.grounds?.slice() ?? null,
});

/** Frames of a sequence as a sequence, one after another. */
const keptSequence = (sequence: FrameSequence, kept: readonly SequenceFrame[]): FrameSequence => {
  async function* frames(step = 1): AsyncGenerator<SequenceFrame> {
    let time = 0;
    for (const [i, frame] of kept.entries()) {
      if (i % step === 0) yield { ...frame, time };
      time += frame.duration;
    }
  }
  const seconds = kept.reduce((sum, { duration }) => sum + duration, 0);
  const glimpses = () => frames(Math.ceil(kept.length / GLIMPSES));
  return { size: sequence.size, count: kept.length, seconds, frames: () => frames(), glimpses };
};
