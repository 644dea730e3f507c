import { describe, expect, it } from "vitest";
import { fixture } from "../../../../tests/support/fixtures.ts";
import type { Preview } from "../worker/preview.ts";
import { openStudio } from "./testing.ts";

const koi = fixture("koi.png");

describe("announcements", () => {
  it("are limited to the newest every two seconds", () => {
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

  it("include toasts, which disappear by themselves, later if they have a button", () => {
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

  it("mention a rendered picture once, and again only if its size or likeness changes", async () => {
    const { studio, preview, wait } = openStudio();
    await studio.open(koi, "koi.png");
    const drawn = (pass: "quick" | "full", columns: number, score: number) => {
      preview.value = {
        pass,
        size: { columns, rows: 45 },
        params: { autoOptimize: 0.9 },
        quality: { score },
      } as Preview;
      wait(2000);
      return studio.said.value;
    };
    expect(drawn("quick", 120, 0.93)).toBe("");
    expect(drawn("full", 120, 0.93)).toBe("koi.png rendered, 120 by 45 characters. Likeness 93 percent.");
    expect(drawn("full", 120, 0.93)).toBe("koi.png rendered, 120 by 45 characters. Likeness 93 percent.");
    expect(drawn("full", 120, 0.88)).toBe("koi.png rendered, 120 by 45 characters. Likeness 88 percent.");
  });

  it("include faults", async () => {
    const { studio } = openStudio();
    await studio.open(new Blob([]), "nothing.png");
    expect(studio.said.value).toBe(
      "This file would not open. nothing.png is empty. Export or download it again, then drop it here.",
    );
  });
});
