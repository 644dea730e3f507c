import { DEFAULT_PARAMS } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { fixture } from "../../../../tests/support/fixtures.ts";
import { optionsWith } from "../../../../tests/support/params.ts";
import { decodedImage, openStudio, settle } from "./testing.ts";

const koi = fixture("koi.png");
const portrait = fixture("portrait.png");

describe("opening", () => {
  it("sends the picture to the worker and renders it in the next frame", async () => {
    const { studio, calls, paint } = openStudio("?columns=90");
    await studio.open(koi, "koi.png");
    expect(studio.opened.value).toMatchObject({ name: "koi.png", info: { width: 960, height: 720 }, url: "blob:1" });
    expect(calls).toEqual(["open 960 × 720"]);
    paint();
    expect(calls).toEqual(["open 960 × 720", optionsWith({ columns: 90 })]);
  });

  it("shows the last of two opened at once, and releases the other", async () => {
    const first = Promise.withResolvers<ReturnType<typeof decodedImage>>();
    const decode = (file: Blob) => (file === koi ? first.promise : Promise.resolve(decodedImage(720, 960)));
    const { studio, calls, urls } = openStudio("", { decode });
    const late = studio.open(koi, "koi.png");
    await studio.open(portrait, "portrait.png");
    first.resolve(decodedImage(960, 720));
    await late;
    expect(studio.opened.value?.name).toBe("portrait.png");
    expect([calls, urls.revoked]).toEqual([["open 720 × 960"], ["blob:2"]]);
  });

  it("keeps the last good picture behind a fault, which the next good one clears", async () => {
    const { studio } = openStudio();
    await studio.open(koi, "koi.png");
    await studio.open(fixture("bad/text.txt"), "notes.txt");
    expect(studio.fault.value?.code).toBe("image_format_unsupported");
    expect(studio.opened.value?.name).toBe("koi.png");
    await studio.open(portrait, "portrait.png");
    expect(studio.fault.value).toBeNull();
  });

  it("opens a smaller copy of a picture that is too big, named as such", async () => {
    const { studio } = openStudio("", { shrink: async () => portrait });
    await studio.open(fixture("bad/too-wide-13000x10.png"), "wide.png");
    expect(studio.fault.value?.ways.map(({ label }) => label)).toEqual(["Shrink it here", "Open another file"]);
    studio.fault.value?.ways[0]?.go();
    expect(studio.fault.value?.title).toBe("Shrinking the picture");
    await expect.poll(() => studio.opened.value?.name).toBe("wide (smaller).png");
    expect(studio.fault.value).toBeNull();
  });

  it("can be canceled while a copy is made", async () => {
    const { studio } = openStudio("", { shrink: async () => portrait });
    await studio.open(fixture("bad/too-wide-13000x10.png"), "wide.png");
    studio.fault.value?.ways[0]?.go();
    studio.fault.value?.ways[0]?.go();
    await settle();
    expect([studio.opened.value, studio.fault.value]).toEqual([null, null]);
  });

  it("reports when no copy can be made", async () => {
    const { studio } = openStudio();
    await studio.open(fixture("bad/too-wide-13000x10.png"), "wide.png");
    studio.fault.value?.ways[0]?.go();
    await expect.poll(() => studio.fault.value?.says).toContain("wide.png needs more memory");
    expect(studio.fault.value?.ways.map(({ label }) => label)).toEqual(["Open another file"]);
  });

  it("opens the picked file, and nothing if the picker is closed", async () => {
    const { studio } = openStudio("", { pick: async () => new File([koi], "picked.png") });
    await studio.pick();
    expect(studio.opened.value?.name).toBe("picked.png");
    const closed = openStudio();
    await closed.studio.pick();
    expect(closed.studio.opened.value).toBeNull();
  });
});

describe("parameters", () => {
  it("are rendered at most once per frame, and not without a picture", async () => {
    const { studio, calls, paint } = openStudio();
    studio.params.set("columns", 100);
    paint();
    await studio.open(koi, "koi.png");
    paint();
    for (const columns of [101, 102, 103]) studio.params.set("columns", columns);
    paint();
    paint();
    expect(calls).toEqual(["open 960 × 720", optionsWith({ columns: 100 }), optionsWith({ columns: 103 })]);
  });

  it("appear in the address after 250 ms, under the API's names", () => {
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

  it("are read from the address; a bad one is reported and skipped", () => {
    const { studio } = openStudio("?columns=9000&invert=true");
    expect(studio.params.options.value).toEqual(optionsWith({ invert: true }));
    expect(studio.notice.value).toEqual({ words: "Ignored in the link: columns" });
  });

  it("ignore a value that the API would refuse", () => {
    const { studio } = openStudio();
    studio.params.set("columns", 9000);
    studio.params.set("columns", 10.5);
    expect(studio.params.options.value).toEqual({});
    expect(studio.history.canUndo.value).toBe(false);
  });

  it("have no binary rounding errors", () => {
    const { studio } = openStudio();
    studio.params.set("sharpen", 0.1 + 0.2);
    expect(studio.params.all.value.sharpen).toBe(0.3);
  });

  it("stay in the address when set to their defaults by hand", () => {
    const { studio } = openStudio("?gamma=1");
    expect(studio.params.options.value).toEqual(optionsWith({ gamma: 1 }));
    studio.params.set("contrast", DEFAULT_PARAMS.contrast);
    expect(studio.params.options.value).toEqual(optionsWith({ gamma: 1, contrast: DEFAULT_PARAMS.contrast }));
  });

  it("set together are unset at their defaults; others stay", () => {
    const { studio } = openStudio("?columns=99&gamma=2&color=1");
    studio.params.setAll({ gamma: DEFAULT_PARAMS.gamma, sharpen: 0.8 });
    expect(studio.params.options.value).toEqual(optionsWith({ columns: 99, color: true, sharpen: 0.8 }));
    studio.history.undo();
    expect(studio.params.options.value).toEqual(optionsWith({ columns: 99, gamma: 2, color: true }));
  });

  it("reset one by one or all at once", () => {
    const { studio } = openStudio("?columns=99&gamma=2&color=1");
    studio.params.reset("gamma");
    expect(studio.params.options.value).toEqual({ columns: 99, color: true });
    studio.params.resetAll();
    expect(studio.params.options.value).toEqual({});
    studio.history.undo();
    expect(studio.params.options.value).toEqual({ columns: 99, color: true });
  });
});

describe("faults of the worker", () => {
  it("offer the most columns that fit, and clear when it can render again", async () => {
    const { studio, refused } = openStudio("?columns=400", { decode: async () => decodedImage(10, 400) });
    await studio.open(koi, "tower.png");
    refused.value = { code: "grid_too_large", message: "…" };
    await expect.poll(() => studio.fault.value).not.toBeNull();
    expect(studio.fault.value).toMatchObject({
      code: "grid_too_large",
      title: "Too many characters",
      says: "This picture fits at up to 109 columns.",
    });
    studio.fault.value?.ways[0]?.go();
    expect(studio.params.all.value.columns).toBe(109);
    refused.value = null;
    expect(studio.fault.value).toBeNull();
  });

  it("offer to reopen the picture if the Worker was lost", async () => {
    const { studio, refused, calls } = openStudio();
    await studio.open(koi, "koi.png");
    refused.value = { code: "internal", message: "That is no fault of yours." };
    await expect.poll(() => studio.fault.value).not.toBeNull();
    expect(studio.fault.value).toMatchObject({ code: "internal", says: "That is no fault of yours." });
    studio.fault.value?.ways[0]?.go();
    await settle();
    expect(calls).toEqual(["open 960 × 720", "open 960 × 720"]);
  });
});

describe("preferences", () => {
  it("are stored only once they are chosen", () => {
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

  it("work without storage, for the session", () => {
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
