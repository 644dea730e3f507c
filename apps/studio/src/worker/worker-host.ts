import { completeParams, type RenderOptions } from "@lumiglyph/contract";
import { batch, signal } from "@preact/signals";
import type { OwnFont } from "./font-choice.ts";
import { createLiveHost } from "./live-host.ts";
import {
  bitmapsOf,
  type Query,
  type QueryKind,
  type Replies,
  type ToPage,
  type ToWorker,
  transfer,
} from "./messages.ts";
import type { Preview, Refused } from "./preview.ts";
import type { RenderWorker } from "./render-worker.ts";

/** The page's side of the render Worker: sends messages, and exposes the replies as signals. */
export const createWorkerHost = (startWorker: () => WorkerLike): RenderWorker => {
  const preview = signal<Preview | null>(null);
  const pass = signal<"none" | "quick" | "full">("none");
  const refused = signal<Refused | null>(null);
  const painter = signal<"cpu" | "webgl2">("cpu");
  const attached = signal(false);
  const ownFont = signal<OwnFont | null>(null);
  const ownFonts = signal<readonly OwnFont[]>([]);
  let last: RenderOptions = {};
  let isOpen = false;
  let revision = 0;
  /** Previews with a lower revision belong to a source that is gone. */
  let firstOfPicture = 0;

  const fail = (why: Refused | null): void => {
    pass.value = "none";
    refused.value = why ?? INTERNAL;
  };

  const handlers: { readonly [Type in ToPage["type"]]: (message: Extract<ToPage, { type: Type }>) => void } = {
    preview: ({ preview: newest }) => {
      if (newest.revision < firstOfPicture) return;
      preview.value = newest;
      refused.value = null;
      if (newest.revision === revision && pass.value !== "none") pass.value = newest.pass === "quick" ? "full" : "none";
    },
    refused: ({ revision: which, refused: why }) => which === revision && fail(why),
    painter: ({ kind }) => {
      painter.value = kind;
    },
    reply: (message) => queries.settle(message),
    failure: (message) => queries.settle(message),
    live: ({ id, message }) => live.receive(id, message),
  };

  const losePicture = (): void => {
    if (isOpen) fail(null);
    isOpen = false;
    live.end();
    queries.loseAll();
  };
  const post = createRestartingWorker(startWorker, {
    onMessage: (message) => batch(() => handlers[message.type](message as never)),
    onLost: () =>
      batch(() => {
        losePicture();
        attached.value = false;
        painter.value = "cpu";
        ownFont.value = null;
        ownFonts.value = [];
      }),
  });
  const send = (given: ToWorker): void => {
    if (!post(given)) losePicture();
  };
  const queries = createQueries(send);
  const live = createLiveHost(send);

  const replacePicture = (isThere: boolean): void => {
    live.end();
    isOpen = isThere;
    firstOfPicture = revision + 1;
    pass.value = "none";
    refused.value = null;
  };

  const render = (options: RenderOptions): void => {
    if (!isOpen) return;
    revision++;
    last = options;
    if (!live.isOn()) pass.value = completeParams(options).autoOptimize === 0 ? "full" : "quick";
    send({ type: "render", revision, options });
  };
  const useFont = (font: OwnFont | null): void => {
    if (font === ownFont.value) return;
    ownFont.value = font;
    send({ type: "useFont", id: font?.profile.id ?? null });
    render(last);
  };

  return {
    open: (image) =>
      batch(() => {
        replacePicture(true);
        send({ type: "open", image });
      }),
    openWhole: async (file) => void (await queries.send({ kind: "whole", file })),
    clear: () =>
      batch(() => {
        replacePicture(false);
        preview.value = null;
        send({ type: "clear" });
      }),
    render,
    cancel: () => {
      pass.value = "none";
      send({ type: "cancel" });
    },
    preview,
    pass,
    refused,
    attach: (canvas) => {
      attached.value = true;
      send({ type: "attach", canvas });
    },
    attached,
    show: (view) => send({ type: "show", view }),
    painter,
    encode: (options, format, stop) => queries.send({ kind: "encode", options, format }, stop),
    png: (options, picture, stop) => queries.send({ kind: "png", options, picture }, stop),
    page: (options, stop) => queries.send({ kind: "page", options }, stop),
    play: (played) => send({ type: "play", played }),
    looks: (variants, cell, stop) => queries.send({ kind: "looks", variants, cell }, stop),
    matchFont: async (choice) => {
      const font = { ...choice, profile: JSON.parse(await queries.send({ kind: "matchFont", choice })) };
      ownFonts.value = [...ownFonts.value.filter(({ profile }) => profile.id !== font.profile.id), font];
      useFont(font);
    },
    useFont,
    ownFont,
    ownFonts,
    thumbnail: (image, options, cell) => queries.send({ kind: "thumbnail", image, options, cell }),
    startFeed: (feed) =>
      batch(() => {
        replacePicture(true);
        live.begin(feed);
      }),
    ...live.members,
  };
};

/** The parts of a Worker that are used. */
export type WorkerLike = {
  postMessage(message: ToWorker, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<ToPage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

type WorkerListeners = {
  readonly onMessage: (message: ToPage) => void;
  /** The Worker is gone, with all its state. */
  readonly onLost: () => void;
};

/** Maximum Workers started: the first and one replacement. */
const MOST_WORKERS = 2;

/** Sends messages to a Worker that is replaced once if it fails. Returns false if there is none. */
const createRestartingWorker = (
  startWorker: () => WorkerLike,
  { onMessage, onLost }: WorkerListeners,
): ((message: ToWorker) => boolean) => {
  let worker: WorkerLike | null = null;
  let started = 0;
  const start = (): void => {
    worker = started++ < MOST_WORKERS ? tryTo(startWorker) : null;
    if (worker === null) return;
    worker.onmessage = ({ data }) => onMessage(data);
    worker.onerror = replace;
  };
  const replace = (): void => {
    worker?.terminate();
    start();
    onLost();
  };
  start();
  return (message) => {
    worker?.postMessage(message, transfer(message));
    return worker !== null;
  };
};

/** Null if the page may not start a Worker; the browser logs why. */
const tryTo = <Result>(make: () => Result): Result | null => {
  try {
    return make();
  } catch {
    return null;
  }
};

/** Pending queries to the Worker. */
type Queries = {
  /** Rejects with an error that has the refusal's code, or with the signal's reason once aborted. */
  readonly send: <One extends QueryKind>(query: Query<One>, signal?: AbortSignal) => Promise<Replies[One]>;
  readonly settle: (message: Extract<ToPage, { type: "reply" | "failure" }>) => void;
  /** The Worker is gone, and all replies with it. */
  readonly loseAll: () => void;
};

const createQueries = (post: (message: ToWorker) => void): Queries => {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const send = <One extends QueryKind>(query: Query<One>, signal?: AbortSignal): Promise<Replies[One]> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const id = ++last;
      const forget = (): void => {
        waiting.delete(id);
        post({ type: "forget", id });
        reject(signal?.reason);
      };
      const leave = (): void => signal?.removeEventListener("abort", forget);
      signal?.addEventListener("abort", forget);
      waiting.set(id, { resolve: resolve as Waiting["resolve"], reject, leave });
      post({ type: "query", id, query: query as Query });
    });
  const fail = ({ reject, leave }: Waiting, refused: Refused | null): void => {
    const { code, message } = refused ?? INTERNAL;
    leave();
    reject(Object.assign(new Error(message), { code }));
  };
  return {
    send,
    settle: (message) => {
      const pending = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === "failure") return pending && fail(pending, message.refused);
      if (pending === undefined) return discard(message.reply);
      pending.leave();
      pending.resolve(message.reply);
    },
    loseAll: () => {
      for (const pending of waiting.values()) fail(pending, null);
      waiting.clear();
    },
  };
};

type Waiting = {
  readonly resolve: (reply: Replies[QueryKind]) => void;
  readonly reject: (reason: unknown) => void;
  /** Stops listening for the caller's abort. */
  readonly leave: () => void;
};

/** Closes unused bitmaps, because they hold memory. */
const discard = (reply: Replies[QueryKind]): void => {
  for (const picture of bitmapsOf(reply)) picture.close();
};

/** An internal error, under the API's code for it. */
const INTERNAL: Refused = {
  code: "internal",
  message: "Something went wrong. Open the picture again, or reload the page.",
};
