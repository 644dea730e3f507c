import type { RenderOptions } from "@lumiglyph/contract";
import { signal } from "@preact/signals";
import type { Host } from "../state/host.ts";
import type { SentPicture } from "../worker/pictures.ts";
import type { Preview, Refused } from "../worker/preview.ts";
import type { RenderWorker } from "../worker/render-worker.ts";
import { createStudio } from "./create-studio.ts";

/** A studio with a test host and a test worker. For tests. */
export const openStudio = (query = "", host: Partial<Host> = {}) => {
  const browser = createTestHost(query);
  const testWorker = createTestWorker();
  const studio = createStudio({ worker: testWorker.worker, host: { ...browser.host, ...host } });
  return { studio, ...browser, ...testWorker };
};

/** Waits for everything that is due now. */
export const settle = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

/** A host with a manual clock that decodes nothing. For tests. */
export const createTestHost = (query = "") => {
  let time = 0;
  let frames: (() => void)[] = [];
  let timers: { readonly due: number; readonly run: () => void }[] = [];
  const stored = new Map<string, string>();
  const address = { value: query };
  const urls = { made: 0, revoked: [] as string[] };
  const decoded: Blob[] = [];
  const kept: { readonly file: Blob; readonly name: string }[] = [];
  const host: Host = {
    clock: () => time,
    nextFrame: (run) => void frames.push(run),
    later(run, milliseconds) {
      const timer = { due: time + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    storage: { getItem: (name) => stored.get(name) ?? null, setItem: (name, value) => void stored.set(name, value) },
    address: {
      query: () => address.value,
      setQuery(next) {
        address.value = next;
      },
    },
    urls: { create: () => `blob:${++urls.made}`, revoke: (url) => void urls.revoked.push(url) },
    kept: {
      put: async (picture) => void kept.push(picture),
      get: async () => kept.at(-1) ?? null,
      forget: async () => void kept.splice(0),
    },
    pick: async () => null,
    async decode(file) {
      decoded.push(file);
      return decodedImage(960, 720);
    },
    glance: async (file) => host.decode(file),
    suit: async () => ({}),
    shrink: () => Promise.reject(new Error("nothing to shrink with")),
    drawSvg: () => Promise.reject(new Error("nothing to draw with")),
    still: async (file) => file,
    animate: async () => null,
    play: async () => ({ error: { code: "video_codec_unsupported", codec: "HEVC" } }),
    openCamera: async () => ({ error: { code: "camera_not_found" } }),
  };
  return {
    host,
    stored,
    address,
    urls,
    decoded,
    kept,
    /** Advances the clock and runs due timers. */
    wait(milliseconds: number): void {
      time += milliseconds;
      const due = timers.filter((timer) => timer.due <= time);
      timers = timers.filter((timer) => timer.due > time);
      for (const { run } of due) run();
    },
    /** Runs the next animation frame. */
    paint(): void {
      const due = frames;
      frames = [];
      for (const run of due) run();
    },
  };
};

export const decodedImage = (width: number, height: number): SentPicture => ({
  width,
  height,
  data: new ArrayBuffer(0),
  source: { width, height, format: "png" },
});

/** A render worker that only records its calls. For tests. */
export const createTestWorker = () => {
  const calls: (string | RenderOptions)[] = [];
  const preview = signal<Preview | null>(null);
  const refused = signal<Refused | null>(null);
  const rejects = () => Promise.reject(new Error("this worker renders nothing"));
  const worker: RenderWorker = {
    open: ({ width, height }) => void calls.push(`open ${width} × ${height}`),
    openWhole: async () => void calls.push("open whole"),
    clear: () => void calls.push("clear"),
    render: (options) => void calls.push(options),
    cancel: () => void calls.push("cancel"),
    preview,
    pass: signal("none"),
    refused,
    attach: () => {},
    attached: signal(false),
    show: () => {},
    painter: signal("cpu"),
    encode: rejects,
    png: rejects,
    page: rejects,
    play: (played) => void calls.push(`play ${played?.kind}`),
    looks: rejects,
    matchFont: rejects,
    useFont: () => {},
    ownFont: signal(null),
    ownFonts: signal([]),
    thumbnail: rejects,
    startFeed: ({ width, height }) => void calls.push(`roll ${width} × ${height}`),
    push: () => true,
    jump: () => void calls.push("jump"),
    hold: (isHeld) => void calls.push(`hold ${isHeld}`),
    smooth: (isOn) => void calls.push(`smooth ${isOn}`),
    mirror: (isMirrored) => void calls.push(`mirror ${isMirrored}`),
    stats: signal(null),
    onCells: () => () => {},
  };
  return { worker, calls, preview, refused };
};
