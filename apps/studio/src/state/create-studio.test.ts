import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parsed } from "../../../../tests/support/params.ts";
import type { Proof } from "../darkroom/darkroom.ts";
import type { LiveSource } from "../live/live-source.ts";
import type { Opened } from "../sources/opened.ts";
import type { CameraTrouble } from "../sources/trouble.ts";
import { createStudio } from "./create-studio.ts";
import type { Host } from "./host.ts";
import { LOOKS, lookValues } from "./looks.ts";
import { createTestDarkroom, createTestHost, negativeOf } from "./testing.ts";

const fixture = (path: string): Blob =>
  new Blob([readFileSync(new URL(`../../../../fixtures/${path}`, import.meta.url))]);

const koi = fixture("koi.png");
const portrait = fixture("portrait.png");

const openStudio = (query = "", host: Partial<ReturnType<typeof createTestHost>["host"]> = {}) => {
  const browser = createTestHost(query);
  const room = createTestDarkroom();
  const studio = createStudio({ darkroom: room.darkroom, host: { ...browser.host, ...host } });
  return { studio, ...browser, ...room };
};

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe("opening", () => {
  it("gives the darkroom the picture, and develops it in the next frame", async () => {
    const { studio, orders, paint } = openStudio("?columns=90");
    await studio.open(koi, "koi.png");
    expect(studio.opened.value).toMatchObject({ name: "koi.png", info: { width: 960, height: 720 }, url: "blob:1" });
    expect(orders).toEqual(["open 960 × 720"]);
    paint();
    expect(orders).toEqual(["open 960 × 720", parsed({ columns: 90 })]);
  });

  it("shows the last of two that are opened at once, and lets go of the other", async () => {
    const first = Promise.withResolvers<ReturnType<typeof negativeOf>>();
    const decode = (file: Blob) => (file === koi ? first.promise : Promise.resolve(negativeOf(720, 960)));
    const { studio, orders, urls } = openStudio("", { decode });
    const late = studio.open(koi, "koi.png");
    await studio.open(portrait, "portrait.png");
    first.resolve(negativeOf(960, 720));
    await late;
    expect(studio.opened.value?.name).toBe("portrait.png");
    expect([orders, urls.revoked]).toEqual([["open 720 × 960"], ["blob:2"]]);
  });

  it("keeps the last good picture behind a fault, and takes the fault away with the next good one", async () => {
    const { studio } = openStudio();
    await studio.open(koi, "koi.png");
    await studio.open(fixture("bad/text.txt"), "notes.txt");
    expect(studio.fault.value?.code).toBe("image_format_unsupported");
    expect(studio.opened.value?.name).toBe("koi.png");
    await studio.open(portrait, "portrait.png");
    expect(studio.fault.value).toBeNull();
  });

  it("opens a smaller copy of a picture that is too big, and says what it is", async () => {
    const { studio } = openStudio("", { shrink: async () => portrait });
    await studio.open(fixture("bad/too-wide-13000x10.png"), "wide.png");
    expect(studio.fault.value?.ways.map(({ label }) => label)).toEqual(["Shrink it here", "Open another file"]);
    studio.fault.value?.ways[0]?.go();
    expect(studio.fault.value?.title).toBe("Shrinking it");
    await expect.poll(() => studio.opened.value?.name).toBe("wide (smaller).png");
    expect(studio.fault.value).toBeNull();
  });

  it("can be called off while a copy is made", async () => {
    const { studio } = openStudio("", { shrink: async () => portrait });
    await studio.open(fixture("bad/too-wide-13000x10.png"), "wide.png");
    studio.fault.value?.ways[0]?.go();
    studio.fault.value?.ways[0]?.go();
    await settle();
    expect([studio.opened.value, studio.fault.value]).toEqual([null, null]);
  });

  it("says so where no copy can be made", async () => {
    const { studio } = openStudio();
    await studio.open(fixture("bad/too-wide-13000x10.png"), "wide.png");
    studio.fault.value?.ways[0]?.go();
    await expect.poll(() => studio.fault.value?.says).toContain("wide.png needs more memory");
    expect(studio.fault.value?.ways.map(({ label }) => label)).toEqual(["Open another file"]);
  });

  it("opens what is picked, and nothing where the picker is closed", async () => {
    const { studio } = openStudio("", { pick: async () => new File([koi], "picked.png") });
    await studio.pick();
    expect(studio.opened.value?.name).toBe("picked.png");
    const closed = openStudio();
    await closed.studio.pick();
    expect(closed.studio.opened.value).toBeNull();
  });
});

describe("parameters", () => {
  it("are developed once a frame, however often they change, and not without a picture", async () => {
    const { studio, orders, paint } = openStudio();
    studio.params.set("columns", 100);
    paint();
    await studio.open(koi, "koi.png");
    paint();
    for (const columns of [101, 102, 103]) studio.params.set("columns", columns);
    paint();
    paint();
    expect(orders).toEqual(["open 960 × 720", parsed({ columns: 100 }), parsed({ columns: 103 })]);
  });

  it("stand in the address a quarter of a second later, under the API's names", () => {
    const written: string[] = [];
    const address = { query: () => "?fbclid=1", setQuery: (query: string) => void written.push(query) };
    const { studio, wait } = openStudio("", { address });
    studio.params.set("columns", 160);
    wait(249);
    studio.params.set("charset", "blocks");
    wait(249);
    expect(written).toEqual([]);
    wait(1);
    expect(written).toEqual(["?columns=160&charset=blocks"]);
  });

  it("come from the address; a bad one is told and left out", () => {
    const { studio } = openStudio("?columns=9000&invert=true");
    expect(studio.params.parsed.value).toEqual(parsed({ invert: true }));
    expect(studio.notice.value).toEqual({ words: "Ignored in the link: columns" });
  });

  it("stay as they are where a value is none that the API would take", () => {
    const { studio } = openStudio();
    studio.params.set("columns", 9000);
    studio.params.set("columns", 10.5);
    expect(studio.params.parsed.value.changed).toEqual([]);
    expect(studio.history.canUndo.value).toBe(false);
  });

  it("have no binary tails", () => {
    const { studio } = openStudio();
    studio.params.set("sharpen", 0.1 + 0.2);
    expect(studio.params.parsed.value.params.sharpen).toBe(0.3);
  });

  it("go back to their defaults one by one or all at once", () => {
    const { studio } = openStudio("?columns=99&gamma=2&color=1");
    studio.params.reset("gamma");
    expect(studio.params.parsed.value.changed).toEqual(["columns", "color"]);
    studio.params.resetAll();
    expect(studio.params.parsed.value.changed).toEqual([]);
    studio.history.undo();
    expect(studio.params.parsed.value.changed).toEqual(["columns", "color"]);
  });
});

describe("undo", () => {
  it("takes a look back in one step, with all that it has reset", () => {
    const { studio } = openStudio("?charset=dots&invert=true&columns=99");
    studio.params.setAll(lookValues(LOOKS[1]));
    expect(studio.params.parsed.value).toEqual(parsed({ color: true, columns: 99 }));
    studio.history.undo();
    expect(studio.params.parsed.value).toEqual(parsed({ charset: "dots", invert: true, columns: 99 }));
    studio.history.redo();
    expect(studio.params.parsed.value).toEqual(parsed({ color: true, columns: 99 }));
  });

  it("brings a replaced picture back, decoded again, and then develops it", async () => {
    const { studio, orders, paint, decoded } = openStudio();
    await studio.open(koi, "koi.png");
    await studio.open(portrait, "portrait.png");
    paint();
    studio.history.undo();
    expect(studio.opened.value?.name).toBe("portrait.png");
    await settle();
    expect(studio.opened.value?.name).toBe("koi.png");
    expect(decoded).toEqual([koi, portrait, koi]);
    paint();
    expect(orders.slice(-2)).toEqual(["open 960 × 720", parsed()]);
    studio.history.redo();
    await settle();
    expect(studio.opened.value?.name).toBe("portrait.png");
  });

  it("shows nothing that is no longer wanted when it is decoded at last", async () => {
    const again = Promise.withResolvers<ReturnType<typeof negativeOf>>();
    let opened = 0;
    const decode = () => (++opened <= 2 ? Promise.resolve(negativeOf(960, 720)) : again.promise);
    const { studio, orders } = openStudio("", { decode });
    await studio.open(koi, "koi.png");
    await studio.open(portrait, "portrait.png");
    studio.history.undo();
    studio.history.redo();
    again.resolve(negativeOf(1, 1));
    await settle();
    expect([studio.opened.value?.name, orders]).toEqual(["portrait.png", ["open 960 × 720", "open 960 × 720"]]);
  });

  it("goes back to the empty page, and there again", async () => {
    const { studio, orders } = openStudio();
    await studio.open(koi, "koi.png");
    studio.history.undo();
    expect([studio.opened.value, orders.at(-1)]).toEqual([null, "clear"]);
    studio.history.redo();
    await settle();
    expect(studio.opened.value?.name).toBe("koi.png");
  });

  it("says where a picture can no longer be read", async () => {
    let isGone = false;
    const decode = async () => {
      if (isGone) throw new Error("gone");
      return negativeOf(960, 720);
    };
    const { studio } = openStudio("", { decode });
    await studio.open(koi, "koi.png");
    await studio.open(portrait, "portrait.png");
    isGone = true;
    studio.history.undo();
    await expect.poll(() => studio.fault.value).not.toBeNull();
    expect(studio.fault.value).toMatchObject({
      code: "image_unreadable",
      says: expect.stringContaining("koi.png is not where it was"),
    });
  });

  it("revokes a picture's URL when no step leads to it any more", async () => {
    const { studio, urls } = openStudio();
    await studio.open(koi, "koi.png");
    studio.history.undo();
    expect(urls.revoked).toEqual([]);
    await studio.open(portrait, "portrait.png");
    expect(urls.revoked).toEqual(["blob:1"]);
    for (let columns = 8; columns < 209; columns++) studio.params.setAll({ columns });
    expect(urls.revoked).toEqual(["blob:1"]);
  });
});

describe("what moves", () => {
  const liveOf = (kind: "video" | "camera", name: string) => {
    const told: string[] = [];
    const live = { kind, start: () => told.push("start"), stop: () => told.push("stop") } as unknown as LiveSource;
    const info = { width: 640, height: 480, format: "pixels" as const };
    const opened: Opened = { name, kind, info, file: new Blob(), url: `${name} url` };
    return { told, found: { live, opened } };
  };

  it("is started, developed like a picture, and stopped when something else is opened", async () => {
    const camera = liveOf("camera", "Built-in");
    const { studio, orders, paint } = openStudio("", { film: async () => camera.found });
    await studio.film();
    expect([studio.opened.value?.name, studio.live.value]).toEqual(["Built-in", camera.found.live]);
    paint();
    expect([camera.told, orders]).toEqual([["start"], [parsed()]]);
    await studio.open(koi, "koi.png");
    expect([camera.told, studio.live.value]).toEqual([["start", "stop"], null]);
  });

  it("is stopped by undo at once, before the picture behind it is there again", async () => {
    const camera = liveOf("camera", "Built-in");
    const { studio } = openStudio("", { film: async () => camera.found });
    await studio.open(koi, "koi.png");
    await studio.film();
    studio.history.undo();
    expect(camera.told).toEqual(["start", "stop"]);
    await expect.poll(() => studio.opened.value?.name).toBe("koi.png");
    studio.history.redo();
    await expect.poll(() => camera.told).toEqual(["start", "stop", "start"]);
  });

  it("that comes too late is let go of, and never shown", async () => {
    const camera = liveOf("camera", "Built-in");
    const asked = Promise.withResolvers<typeof camera.found>();
    const { studio } = openStudio("", { film: () => asked.promise });
    const late = studio.film();
    await studio.open(koi, "koi.png");
    asked.resolve(camera.found);
    await late;
    expect([camera.told, studio.opened.value?.name]).toEqual([["stop"], "koi.png"]);
  });

  it("starts by itself once what kept it away is gone, unless its card was closed", async () => {
    const camera = liveOf("camera", "Built-in");
    for (const isClosed of [false, true]) {
      const cleared = Promise.withResolvers<void>();
      const answers = [{ trouble: { code: "permission_denied" as const, cleared: cleared.promise } }, camera.found];
      const { studio } = openStudio("", { film: async () => answers.shift()! });
      await studio.film();
      expect(studio.fault.value?.steps).toHaveLength(3);
      if (isClosed) studio.fault.value = null;
      cleared.resolve();
      await settle();
      expect([studio.opened.value?.name, studio.fault.value]).toEqual([isClosed ? undefined : "Built-in", null]);
    }
  });

  it("keeps its last frame where it is taken away, and says so", async () => {
    const camera = liveOf("camera", "Built-in");
    let lose: (trouble: CameraTrouble) => void = () => {};
    const film: Host["film"] = async (_, onLost) => {
      lose = onLost;
      return camera.found;
    };
    const { studio } = openStudio("", { film });
    await studio.film();
    lose({ code: "camera_unplugged" });
    await expect.poll(() => studio.fault.value?.title).toBe("The camera was unplugged");
    expect([studio.opened.value?.name, camera.told]).toEqual(["Built-in", ["start"]]);
  });
});

describe("faults of the darkroom", () => {
  it("offer the most columns that fit, and go away when it can draw again", async () => {
    const { studio, refused } = openStudio("?columns=400", { decode: async () => negativeOf(10, 400) });
    await studio.open(koi, "tower.png");
    refused.value = { code: "grid_too_large", message: "…" };
    await expect.poll(() => studio.fault.value).not.toBeNull();
    expect(studio.fault.value).toMatchObject({
      code: "grid_too_large",
      title: "Too many characters",
      says: "This picture fits at up to 109 columns.",
    });
    studio.fault.value?.ways[0]?.go();
    expect(studio.params.parsed.value.params.columns).toBe(109);
    refused.value = null;
    expect(studio.fault.value).toBeNull();
  });

  it("offer to open the picture again where the Worker was lost", async () => {
    const { studio, refused, orders } = openStudio();
    await studio.open(koi, "koi.png");
    refused.value = { code: "internal", message: "That is no fault of yours." };
    await expect.poll(() => studio.fault.value).not.toBeNull();
    expect(studio.fault.value).toMatchObject({ code: "internal", says: "That is no fault of yours." });
    studio.fault.value?.ways[0]?.go();
    await settle();
    expect(orders).toEqual(["open 960 × 720", "open 960 × 720"]);
  });
});

describe("what is said", () => {
  it("is at most one thing in two seconds, the newest of what came in between", () => {
    const { studio, wait } = openStudio();
    const said: string[] = [];
    studio.said.subscribe((words) => void said.push(words));
    for (const words of ["one", "two", "three"]) studio.announce(words);
    wait(1999);
    expect(said).toEqual(["", "one"]);
    wait(1);
    expect(said).toEqual(["", "one", "three"]);
    wait(2000);
    studio.announce("three");
    expect(said).toEqual(["", "one", "three", "three\u00a0"]);
  });

  it("is what toasts say, which go away by themselves, later where there is something to press", () => {
    const { studio, wait } = openStudio();
    studio.toast("Picture copied");
    expect([studio.notice.value, studio.said.value]).toEqual([{ words: "Picture copied" }, "Picture copied"]);
    wait(4000);
    expect(studio.notice.value).toBeNull();
    studio.toast("Reset", { label: "Undo", go: () => {} });
    wait(7999);
    expect(studio.notice.value?.action?.label).toBe("Undo");
    studio.toast("Another");
    wait(1);
    expect(studio.notice.value?.words).toBe("Another");
  });

  it("is a drawn picture once, and again only when its size or its verdict is another", async () => {
    const { studio, proof, wait } = openStudio();
    await studio.open(koi, "koi.png");
    const drawn = (pass: "quick" | "full", columns: number, status: string) => {
      proof.value = { pass, size: { columns, rows: 45 }, params: { autoOptimize: 0.9 }, quality: { status } } as Proof;
      wait(2000);
      return studio.said.value;
    };
    expect(drawn("quick", 120, "target_met")).toBe("");
    expect(drawn("full", 120, "target_met")).toBe("koi.png drawn, 120 by 45 characters. Target met.");
    expect(drawn("full", 120, "target_met")).toBe("koi.png drawn, 120 by 45 characters. Target met.");
    expect(drawn("full", 120, "best_effort")).toBe("koi.png drawn, 120 by 45 characters. Best effort.");
  });

  it("is a fault", async () => {
    const { studio } = openStudio();
    await studio.open(new Blob([]), "nothing.png");
    expect(studio.said.value).toBe(
      "This file would not open. nothing.png is empty. Export or download it again, then drop it here.",
    );
  });
});

describe("preferences", () => {
  it("are remembered, and only once they are chosen", () => {
    const { studio, stored, host } = openStudio();
    expect(stored.size).toBe(0);
    studio.theme.value = "light";
    studio.letterKeys.value = false;
    expect([...stored]).toEqual([
      ["lumiglyph.theme", "light"],
      ["lumiglyph.letterKeys", "off"],
    ]);
    const again = openStudio("", { storage: host.storage }).studio;
    expect([again.theme.value, again.letterKeys.value]).toEqual(["light", false]);
  });

  it("hold for the time being where nothing can be stored", () => {
    const throws = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    for (const storage of [null, { getItem: throws, setItem: throws }]) {
      const { studio } = openStudio("", { storage });
      studio.theme.value = "dark";
      expect(studio.theme.value).toBe("dark");
    }
  });
});
