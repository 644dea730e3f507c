import { describe, expect, it } from "vitest";
import { fixture } from "../../../../tests/support/fixtures.ts";
import { optionsWith } from "../../../../tests/support/params.ts";
import type { Host } from "../state/host.ts";
import type { CameraError, LiveSource, Opened } from "../state/source.ts";
import type { Preview } from "../worker/preview.ts";
import { decodedImage, openStudio, settle } from "./testing.ts";

const koi = fixture("koi.png");

describe("a live source", () => {
  const liveOf = (kind: "video" | "camera", name: string) => {
    const calls: string[] = [];
    const live = { kind, start: () => calls.push("start"), stop: () => calls.push("stop") } as unknown as LiveSource;
    const info = { width: 640, height: 480, format: "pixels" as const };
    const opened: Opened = { name, kind, info, file: new Blob(), url: `${name} url` };
    return { calls, found: { live, opened } };
  };

  it("is started, rendered like a picture, and stopped when another source opens", async () => {
    const camera = liveOf("camera", "Built-in");
    const { studio, calls, paint } = openStudio("", { openCamera: async () => camera.found });
    await studio.openCamera();
    expect([studio.opened.value?.name, studio.live.value]).toEqual(["Built-in", camera.found.live]);
    paint();
    expect([camera.calls, calls]).toEqual([["start"], [optionsWith()]]);
    await studio.open(koi, "koi.png");
    expect([camera.calls, studio.live.value]).toEqual([["start", "stop"], null]);
  });

  it("is stopped by undo at once, before the previous picture is back", async () => {
    const camera = liveOf("camera", "Built-in");
    const { studio } = openStudio("", { openCamera: async () => camera.found });
    await studio.open(koi, "koi.png");
    await studio.openCamera();
    studio.history.undo();
    expect(camera.calls).toEqual(["start", "stop"]);
    await expect.poll(() => studio.opened.value?.name).toBe("koi.png");
  });

  it("that is a camera is turned on only by its own command", async () => {
    const camera = liveOf("camera", "Built-in");
    const { studio } = openStudio("", { openCamera: async () => camera.found });
    await studio.open(koi, "koi.png");
    await studio.openCamera();
    studio.params.set("color", true);
    await studio.open(koi, "again.png");
    for (const { walk, names } of [
      { walk: studio.history.undo, names: ["again.png", "koi.png", "koi.png"] },
      { walk: studio.history.redo, names: ["again.png", "again.png", "again.png"] },
    ]) {
      for (const name of names) {
        walk();
        await expect.poll(() => studio.opened.value?.name).toBe(name);
      }
    }
    expect(camera.calls).toEqual(["start", "stop"]);
  });

  it("that is a camera and was left by undo is not turned on by redo", async () => {
    const camera = liveOf("camera", "Built-in");
    const { studio } = openStudio("", { openCamera: async () => camera.found });
    await studio.open(koi, "koi.png");
    await studio.openCamera();
    studio.history.undo();
    expect(studio.history.canRedo.value).toBe(false);
  });

  it("that is a camera stops at once and leaves its last frame as a picture", async () => {
    const camera = liveOf("camera", "Built-in");
    const frame = Promise.withResolvers<Blob>();
    const stopWithPicture = () => {
      camera.calls.push("stop");
      return frame.promise;
    };
    const live = { ...camera.found.live, stopWithPicture } as LiveSource;
    const { studio } = openStudio("", { openCamera: async () => ({ ...camera.found, live }) });
    await studio.openCamera();
    const stopped = studio.stopCamera();
    expect(camera.calls).toEqual(["start", "stop"]);
    frame.resolve(koi);
    await stopped;
    expect([studio.opened.value?.name, studio.opened.value?.kind, studio.live.value]).toEqual([
      "camera.png",
      "image",
      null,
    ]);
  });

  it("that arrives too late is released and never shown", async () => {
    const camera = liveOf("camera", "Built-in");
    const asked = Promise.withResolvers<typeof camera.found>();
    const { studio } = openStudio("", { openCamera: () => asked.promise });
    const late = studio.openCamera();
    await studio.open(koi, "koi.png");
    asked.resolve(camera.found);
    await late;
    expect([camera.calls, studio.opened.value?.name]).toEqual([["stop"], "koi.png"]);
  });

  it("starts by itself once its error clears, unless the card was closed", async () => {
    const camera = liveOf("camera", "Built-in");
    for (const isClosed of [false, true]) {
      const cleared = Promise.withResolvers<void>();
      const answers = [{ error: { code: "permission_denied" as const, cleared: cleared.promise } }, camera.found];
      const { studio } = openStudio("", { openCamera: async () => answers.shift()! });
      await studio.openCamera();
      expect(studio.fault.value?.steps).toHaveLength(3);
      if (isClosed) studio.fault.value = null;
      cleared.resolve();
      await settle();
      expect([studio.opened.value?.name, studio.fault.value]).toEqual([isClosed ? undefined : "Built-in", null]);
    }
  });

  it("keeps its last frame when the device is unplugged, and reports it", async () => {
    const camera = liveOf("camera", "Built-in");
    let lose: (error: CameraError) => void = () => {};
    const openCamera: Host["openCamera"] = async (_, onLost) => {
      lose = onLost;
      return camera.found;
    };
    const { studio } = openStudio("", { openCamera });
    await studio.openCamera();
    lose({ code: "camera_unplugged" });
    await expect.poll(() => studio.fault.value?.title).toBe("The camera was unplugged");
    expect([studio.opened.value?.name, camera.calls]).toEqual(["Built-in", ["start"]]);
  });
});

describe("a large picture", () => {
  /** A PNG that claims twelve megapixels; only its header is read. */
  const large = async (): Promise<Blob> => {
    const bytes = new Uint8Array(await koi.arrayBuffer());
    new DataView(bytes.buffer).setUint32(16, 4000);
    new DataView(bytes.buffer).setUint32(20, 3000);
    return new Blob([bytes]);
  };
  const glance = async () => ({ ...decodedImage(1000, 750), isGlance: true }) as const;
  const shown = (revision: number) => ({ revision, pass: "quick" }) as Preview;

  it("is sketched from a small copy, and replaced by the whole once something is shown", async () => {
    const { studio, calls, paint, preview } = openStudio("", { glance });
    await studio.open(await large(), "large.png");
    paint();
    expect(calls).toEqual(["open 1000 × 750", optionsWith()]);
    preview.value = shown(1);
    await settle();
    expect(calls.slice(2)).toEqual(["open whole", optionsWith()]);
  });

  it("is not replaced if another one is open by then", async () => {
    const { studio, calls, preview } = openStudio("", { glance });
    await studio.open(await large(), "large.png");
    await studio.open(koi, "koi.png");
    preview.value = shown(1);
    await settle();
    expect(calls).toEqual(["open 1000 × 750", "open 960 × 720"]);
  });

  it("whose rest cannot be read is a fault", async () => {
    const { studio, preview, worker } = openStudio("", { glance });
    Object.assign(worker, { openWhole: () => Promise.reject(new Error("damaged")) });
    await studio.open(await large(), "large.png");
    preview.value = shown(1);
    await expect.poll(() => studio.fault.value?.code).toBe("image_unreadable");
  });
});
