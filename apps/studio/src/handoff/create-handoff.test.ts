import { HANDOFF_PROTOCOL, linesOf, readLaunch } from "@lumiglyph/handoff";
import { signal } from "@preact/signals";
import { describe, expect, test } from "vitest";
import { createPorts, createTime, settle } from "../../../../tests/support/two-sides.ts";
import type { LiveSource, Opened } from "../state/source.ts";
import type { Studio } from "../state/studio.ts";
import type { CellFrame } from "../worker/live-feed.ts";
import type { Preview } from "../worker/preview.ts";
import { createFraming, createHandoff, type HandoffModelParts } from "./create-handoff.ts";
import { cellsWith, previewWith } from "./testing.ts";

const SESSION = "9b2d1f64-0c8e-4c43-9a39-0e6f4d1f7f10";

/** A minimal studio, a receiver window that never answers by itself, and a manual clock. */
const setUp = (kind: Opened["kind"] | null = "camera") => {
  const time = createTime();
  const ports = createPorts();
  const opened = signal(kind === null ? null : ({ kind, name: "koi.png" } as Opened));
  const isPlaying = signal(true);
  const isLost = signal(false);
  const live = signal(
    kind === "image" || kind === null ? null : ({ kind: "camera", isPlaying, isLost } as unknown as LiveSource),
  );
  const preview = signal<Preview | null>(previewWith(["@."]));
  const takers = new Set<(frame: CellFrame) => void>();
  const onCells = (take: (frame: CellFrame) => void) => {
    takers.add(take);
    return () => takers.delete(take);
  };
  const window = { closed: false, isBlocked: false };
  const addresses: string[] = [];
  let traces = 0;
  const parts: HandoffModelParts = {
    studio: { worker: { preview, onCells }, live, opened } as unknown as Studio,
    target: "https://site.example",
    timing: time,
    open(url) {
      addresses.push(url);
      return window.isBlocked ? null : { port: ports.sender, isClosed: () => window.closed };
    },
    traceId: () => String(++traces).padStart(32, "0"),
    session: () => SESSION,
  };
  const handoff = createHandoff(parts);
  const say = (type: string, fields: object = {}) =>
    ports.receiver.post(
      {
        protocol: HANDOFF_PROTOCOL,
        session: SESSION,
        traceId: readLaunch(new URL(addresses.at(-1)!).searchParams)!.traceId,
        type,
        ...fields,
      },
      [],
    );
  return {
    handoff,
    time,
    say,
    window,
    addresses,
    opened,
    live,
    isPlaying,
    isLost,
    preview,
    takers,
    name: () => handoff.phase.value.name,
    answer: () => say("ready", { version: 1, encoding: "rgb24-u8", credits: 4 }),
    show: (frame: CellFrame) => [...takers].map((take) => take(frame)),
    sent: () => ports.toReceiver as readonly { readonly type: string; readonly cols?: number }[],
  };
};

const frames = (sent: readonly { readonly type: string }[]) => sent.filter(({ type }) => type === "frame");

describe("a handoff in the studio", () => {
  test("asks before any window opens", () => {
    const { handoff, addresses, name } = setUp();
    handoff.toggle();
    expect(handoff.phase.value).toEqual({
      name: "asking",
      request: { mode: "webcam-stream", traceId: "0".repeat(31) + 1, by: "person" },
    });
    expect(addresses).toEqual([]);
    handoff.toggle();
    expect(name()).toBe("idle");
  });

  test.each([
    ["image", "latest-frame"],
    ["video", "video-stream"],
    ["camera", "webcam-stream"],
  ] as const)("of an open %s has mode %s", (kind, mode) => {
    const { handoff, addresses } = setUp(kind);
    handoff.toggle();
    handoff.allow();
    expect(addresses).toEqual([
      `https://site.example/?handoff=1&protocol=${HANDOFF_PROTOCOL}&mode=${mode}&source=studio&traceId=${"0".repeat(31)}1`,
    ]);
  });

  test("is not offered without a source", () => {
    const { handoff, name } = setUp(null);
    handoff.toggle();
    expect(name()).toBe("idle");
  });

  test("cannot be allowed without a question", () => {
    const { handoff, addresses } = setUp();
    handoff.allow();
    expect(addresses).toEqual([]);
  });

  test("reports a missing answer long before it gives up", () => {
    const { handoff, time } = setUp();
    handoff.toggle();
    handoff.allow();
    time.pass(2900);
    expect(handoff.phase.value).not.toHaveProperty("isLate");
    time.pass(200);
    expect(handoff.phase.value).toMatchObject({ name: "connecting", isLate: true });
  });

  test("streams every frame shown, starting with the current one", async () => {
    const { handoff, time, answer, show, sent, name } = setUp();
    handoff.toggle();
    handoff.allow();
    expect(name()).toBe("connecting");
    answer();
    expect(name()).toBe("live");
    for (let at = 0; at < 3; at++) {
      time.pass(33);
      show(cellsWith(" @", [0, 1], { time: at }));
      await settle();
    }
    expect(frames(sent())).toMatchObject([
      { seq: 0, codebook: "@.", cols: 2 },
      { seq: 1, codebook: " @", mediaTime: 0 },
      { seq: 2, mediaTime: 1 },
      { seq: 3, mediaTime: 2 },
    ]);
  });

  test("of a picture sends the newest render, and ends when it has arrived", () => {
    const { handoff, preview, answer, say, sent } = setUp("image");
    handoff.toggle();
    handoff.allow();
    preview.value = previewWith(["@@@"]);
    answer();
    preview.value = previewWith(["...."]);
    expect(frames(sent())).toMatchObject([{ cols: 3, codebook: "@" }]);
    say("ack", { seq: 0, credits: 1 });
    expect(handoff.phase.value).toMatchObject({ name: "ended", reason: "complete" });
    // a picture shown at that moment was not delivered
    preview.value = previewWith(["...", "@@@"]);
    expect(handoff.phase.value).toEqual({ name: "idle" });
  });

  test("reports its speed, and a slow receiver", () => {
    const { handoff, time, answer, say, show } = setUp();
    handoff.toggle();
    handoff.allow();
    answer();
    let seq = 0;
    const second = (isTaken: boolean) => {
      for (let at = 0; at < 10; at++) {
        time.pass(100);
        show(cellsWith(" @", [0, 1], { inks: new Uint8Array(6) }));
        if (isTaken) say("ack", { seq: seq++, credits: 1 });
      }
    };
    second(true);
    second(true);
    expect(handoff.speed.value).toEqual({ fps: 10, bytes: 80, isSlow: false });
    second(false);
    second(false);
    expect(handoff.speed.value?.isSlow).toBe(true);
    handoff.toggle();
    expect(handoff.speed.value).toBeNull();
  });

  test("pauses and resumes with its source", () => {
    const { handoff, isPlaying, answer, name } = setUp();
    handoff.toggle();
    handoff.allow();
    answer();
    isPlaying.value = false;
    expect(name()).toBe("paused");
    isPlaying.value = true;
    expect(name()).toBe("live");
  });

  test("ends when the user stops it, and accepts no more frames", () => {
    const { handoff, answer, takers } = setUp();
    handoff.toggle();
    handoff.allow();
    answer();
    expect(takers.size).toBe(1);
    handoff.toggle();
    expect(handoff.phase.value).toMatchObject({ name: "ended", reason: "person" });
    expect(takers.size).toBe(0);
  });

  test("ends when its source changes or is lost", () => {
    const changed = setUp();
    changed.handoff.toggle();
    changed.handoff.allow();
    changed.live.value = null;
    expect(changed.handoff.phase.value).toMatchObject({ name: "ended", reason: "source_changed" });
    const gone = setUp();
    gone.handoff.toggle();
    gone.handoff.allow();
    gone.isLost.value = true;
    expect(gone.handoff.phase.value).toMatchObject({ name: "failed", code: "source_ended" });
  });

  test("whose source was lost before the start leaves nothing behind", () => {
    const { handoff, isLost, takers, name } = setUp();
    isLost.value = true;
    handoff.toggle();
    handoff.allow();
    expect([name(), takers.size]).toEqual(["failed", 0]);
  });

  test("that failed is retried under another trace id, without another question", () => {
    const { handoff, window, addresses, name } = setUp();
    window.isBlocked = true;
    handoff.toggle();
    handoff.allow();
    expect(handoff.phase.value).toMatchObject({ name: "failed", code: "popup_blocked" });
    window.isBlocked = false;
    handoff.toggle();
    expect([name(), addresses.length]).toEqual(["connecting", 2]);
    expect(new Set(addresses).size).toBe(2);
  });

  test("that failed asks again if another kind of source is open", () => {
    const { handoff, window, opened } = setUp();
    window.isBlocked = true;
    handoff.toggle();
    handoff.allow();
    opened.value = { kind: "video", name: "sea.mp4" } as Opened;
    handoff.toggle();
    expect(handoff.phase.value).toMatchObject({ name: "asking", request: { mode: "video-stream", by: "person" } });
  });

  test("notices a closed window", () => {
    const { handoff, window, time, answer } = setUp();
    handoff.toggle();
    handoff.allow();
    answer();
    window.closed = true;
    time.pass(300);
    expect(handoff.phase.value).toMatchObject({ name: "failed", code: "receiver_closed" });
  });
});

test("a preview is encoded with its own glyphs", () => {
  const frame = createFraming().ofPreview(previewWith(["@. ", " ⣿@"]), 5);
  expect(frame).toMatchObject({ columns: 3, rows: 2, codebook: "@. ⣿", drawnAt: 5, mediaTime: null, rgb: null });
  expect(linesOf(frame)).toEqual(["@. ", " ⣿@"]);
});

test("colors are sent as a copy, because sending transfers them", () => {
  const preview = previewWith(["@."], { color: true });
  const { rgb } = createFraming().ofPreview(preview, 0);
  expect([...rgb!]).toEqual([0, 1, 2, 3, 4, 5]);
  expect(rgb!.buffer).not.toBe(preview.colors.buffer);
});

test("ink and background are those that the studio shows", () => {
  const framing = createFraming();
  expect(framing.ofPreview(previewWith(["@"]), 0)).toMatchObject({ ink: 0xe5e5e5, ground: 0x000000 });
  expect(framing.ofPreview(previewWith(["@"], { monoColor: "#ff8000" }), 0)).toMatchObject({ ink: 0xff8000 });
  expect(framing.ofPreview(previewWith(["@"], { invert: true }), 0)).toMatchObject({ ink: 0x232838, ground: 0xf5f2ea });
});

test("a live frame keeps its own codebook, colors and time", () => {
  const inks = Uint8Array.of(1, 2, 3, 4, 5, 6);
  const frame = createFraming().ofCells(cellsWith(" @", [1, 0], { time: 2.5, inks }), 7);
  expect(frame).toMatchObject({ columns: 2, rows: 1, codebook: " @", rgb: inks, drawnAt: 7, mediaTime: 2.5 });
});

test("the revision changes only with the parameters", () => {
  const framing = createFraming();
  const revisions = [{}, {}, { contrast: 1.5 }, { contrast: 1.5 }, {}].map(
    (params) => framing.ofPreview(previewWith(["@"], params), 0).paramsRev,
  );
  expect(revisions).toEqual([1, 1, 2, 2, 3]);
});
