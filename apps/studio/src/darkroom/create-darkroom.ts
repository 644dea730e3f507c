import { batch, signal } from "@preact/signals";
import { createAsks } from "./asks.ts";
import type { Darkroom, Proof, Refused } from "./darkroom.ts";
import { INTERNAL } from "./internal.ts";
import { createLastingWorker, type DarkroomWorker } from "./lasting-worker.ts";
import { createLiveSide } from "./live-side.ts";
import type { Order, Report } from "./messages.ts";

/** The page's side of the darkroom: orders go to the Worker, what comes back is in signals. */
export const createDarkroom = (startWorker: () => DarkroomWorker): Darkroom => {
  const proof = signal<Proof | null>(null);
  const pass = signal<"none" | "quick" | "full">("none");
  const refused = signal<Refused | null>(null);
  const painter = signal<"cpu" | "webgl2">("cpu");
  const attached = signal(false);
  let isOpen = false;
  let revision = 0;
  /** What was developed before this is of a picture that is no longer there. */
  let firstOfPicture = 0;

  const fail = (why: Refused | null): void => {
    pass.value = "none";
    refused.value = why ?? INTERNAL;
  };

  const takers: { readonly [Type in Report["type"]]: (report: Extract<Report, { type: Type }>) => void } = {
    proof: ({ proof: newest }) => {
      if (newest.revision < firstOfPicture) return;
      proof.value = newest;
      refused.value = null;
      if (newest.revision === revision && pass.value !== "none") pass.value = newest.pass === "quick" ? "full" : "none";
    },
    refused: ({ revision: which, refused: why }) => which === revision && fail(why),
    painter: ({ kind }) => {
      painter.value = kind;
    },
    answer: (report) => asks.settle(report),
    failure: (report) => asks.settle(report),
    live: ({ id, report }) => live.hear(id, report),
  };

  const losePicture = (): void => {
    if (isOpen) fail(null);
    isOpen = false;
    live.end();
    asks.loseAll();
  };
  const post = createLastingWorker(startWorker, {
    onReport: (report) => batch(() => takers[report.type](report as never)),
    onLost: () =>
      batch(() => {
        losePicture();
        attached.value = false;
        painter.value = "cpu";
      }),
  });
  const order = (given: Order): void => {
    if (!post(given)) losePicture();
  };
  const asks = createAsks(order);
  const live = createLiveSide(order);

  const replacePicture = (isThere: boolean): void => {
    live.end();
    isOpen = isThere;
    firstOfPicture = revision + 1;
    pass.value = "none";
    refused.value = null;
  };

  return {
    open: (negative) =>
      batch(() => {
        replacePicture(true);
        order({ type: "open", negative });
      }),
    clear: () =>
      batch(() => {
        replacePicture(false);
        proof.value = null;
        order({ type: "clear" });
      }),
    develop: (parsed) => {
      if (!isOpen) return;
      revision++;
      if (!live.isOn()) pass.value = parsed.params.autoOptimize === 0 ? "full" : "quick";
      order({ type: "develop", revision, parsed });
    },
    cancel: () => {
      pass.value = "none";
      order({ type: "cancel" });
    },
    proof,
    pass,
    refused,
    attach: (canvas) => {
      attached.value = true;
      order({ type: "attach", canvas });
    },
    attached,
    show: (view) => order({ type: "show", view }),
    painter,
    encode: (parsed, format, stop) => asks.ask({ kind: "encode", parsed, format }, stop),
    png: (parsed, scale, transparent, stop) => asks.ask({ kind: "png", parsed, scale, transparent }, stop),
    looks: (wishes, grid, cell, stop) => asks.ask({ kind: "looks", wishes, grid, cell }, stop),
    thumbnail: (negative, parsed, cell) => asks.ask({ kind: "thumbnail", negative, parsed, cell }),
    roll: (feed) =>
      batch(() => {
        replacePicture(true);
        live.begin(feed);
      }),
    ...live.members,
  };
};
