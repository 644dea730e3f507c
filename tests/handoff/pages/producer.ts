import {
  type Frame,
  type HandoffMode,
  hostTiming,
  launchUrl,
  type SenderFigures,
  type SenderState,
  startSender,
  traceIdOf,
  windowPort,
} from "@lumiglyph/handoff";

/** The studio's sender without a studio: the given number of noise frames at the given rate. */
export type Production = {
  readonly fps: number;
  readonly seconds: number;
  readonly columns: number;
  readonly rows: number;
};

export type Produced = { readonly figures: SenderFigures; readonly states: readonly SenderState[] };

const CODEBOOK = " .:-=+*#%@";

const target = document.querySelector<HTMLMetaElement>("meta[name=handoff-target]")!.content;

const produce = async ({ fps, seconds, columns, rows }: Production): Promise<Produced> => {
  const { sender, states } = open("webcam-stream");
  const frames = createNoise(columns, rows);
  await until(() => sender.state().name === "streaming");
  let due = performance.now();
  for (let made = 0; made < fps * seconds && !isOver(sender.state()); made++) {
    await at(due);
    sender.offer(frames());
    // sources do not catch up: after a delay the next frame comes half an interval later at the earliest
    due = Math.max(due + 1000 / fps, performance.now() + 500 / fps);
  }
  await until(() => isOver(sender.state()) || sender.figures().acknowledged === sender.figures().sent);
  const figures = sender.figures();
  sender.stop("done");
  return { figures, states };
};

/** Streams until the handoff ends, for receivers that fail. */
const produceUntilOver = async (): Promise<{ readonly states: readonly SenderState[]; readonly ms: number }> => {
  const { sender, states } = open("webcam-stream");
  const frames = createNoise(80, 30);
  let streamingSince = 0;
  while (!isOver(sender.state())) {
    if (sender.state().name === "streaming") {
      streamingSince ||= performance.now();
      sender.offer(frames());
    }
    await at(performance.now() + 33);
  }
  return { states, ms: performance.now() - streamingSince };
};

/** Hands over one frame and returns the outcome. */
const handOne = async (): Promise<SenderState> => {
  const { sender } = open("latest-frame");
  sender.offer(createNoise(8, 4)());
  await until(() => isOver(sender.state()));
  return sender.state();
};

const open = (mode: HandoffMode) => {
  const traceId = traceIdOf(crypto.getRandomValues(new Uint8Array(16)));
  const receiver = window.open(launchUrl(target, { mode, traceId }), "a2v-receiver", "popup,width=960,height=720")!;
  const states: SenderState[] = [];
  const sender = startSender({
    port: windowPort(window, receiver, target),
    timing: hostTiming(window),
    mode,
    traceId,
    session: crypto.randomUUID(),
    isClosed: () => receiver.closed,
    maxFps: 120,
    onState: (state) => states.push(state),
  });
  return { sender, states };
};

/** Frames of colored noise, no two alike. */
const createNoise = (columns: number, rows: number): (() => Frame) => {
  let seed = 1;
  const next = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed >>> 16;
  };
  return () => ({
    columns,
    rows,
    codebook: CODEBOOK,
    cells: new Uint8Array(columns * rows).map(() => next() % CODEBOOK.length),
    rgb: new Uint8Array(3 * columns * rows).map(() => next() & 255),
    grounds: null,
    ink: 0xe5e5e5,
    ground: 0,
    drawnAt: performance.timeOrigin + performance.now(),
    mediaTime: null,
    paramsRev: 0,
  });
};

const isOver = ({ name }: SenderState): boolean => name === "closed" || name === "failed";

const at = (time: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, time - performance.now()));
  });

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await at(performance.now() + 5);
};

Object.assign(globalThis, { produce, produceUntilOver, handOne });
