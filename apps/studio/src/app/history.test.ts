import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixture } from "../../../../tests/support/fixtures.ts";
import { optionsWith } from "../../../../tests/support/params.ts";
import { LOOKS, lookValues } from "../state/looks.ts";
import { createHistory } from "./history.ts";
import { decodedImage, openStudio, settle } from "./testing.ts";

type State = { readonly value: number };

const at = (value: number): State => ({ value });

const historyAt = (limit = 200) => {
  let time = 0;
  const history = createHistory(at(0), {
    clock: () => time,
    isSame: (one, other) => one.value === other.value,
    limit,
  });
  const wait = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { ...history, wait };
};

const undoAll = (history: ReturnType<typeof historyAt>): number[] => {
  const seen = [];
  while (history.canUndo()) seen.push(history.undo().value);
  return seen;
};

describe("history", () => {
  it("steps back and forward, and stays put at either end", () => {
    const history = historyAt();
    history.put(at(1), "a");
    history.put(at(2), "b");
    expect(undoAll(history)).toEqual([1, 0]);
    expect(history.undo().value).toBe(0);
    expect([history.redo().value, history.redo().value, history.redo().value]).toEqual([1, 2, 2]);
  });

  it("merges changes of one key within 400 ms into one step", () => {
    const history = historyAt();
    for (let value = 1; value <= 9; value++) {
      history.put(at(value), "columns");
      history.wait(399);
    }
    expect(history.now().value).toBe(9);
    expect(undoAll(history)).toEqual([0]);
  });

  it.each([
    ["400 ms have gone by", (history: ReturnType<typeof historyAt>) => history.wait(400), "columns"],
    ["another control was used", () => {}, "gamma"],
    [
      "there was an undo in between",
      (history: ReturnType<typeof historyAt>) => {
        history.undo();
        history.redo();
      },
      "columns",
    ],
  ])("starts a new step when %s", (_why, between, key) => {
    const history = historyAt();
    history.put(at(1), "columns");
    between(history);
    history.put(at(2), key);
    expect(undoAll(history)).toEqual([1, 0]);
  });

  it("leaves no step for a slider that returns to where it was", () => {
    const history = historyAt();
    history.put(at(5), "columns");
    history.put(at(0), "columns");
    expect(history.canUndo()).toBe(false);
    history.put(at(7), "columns");
    expect(undoAll(history)).toEqual([0]);
  });

  it("drops undone states on a new change", () => {
    const history = historyAt();
    history.put(at(1), "a");
    history.undo();
    history.put(at(2), "b");
    expect(history.canRedo()).toBe(false);
    expect(history.all().map(({ value }) => value)).toEqual([0, 2]);
  });

  it("keeps at most 200 steps", () => {
    const history = historyAt();
    for (let value = 1; value <= 250; value++) history.put(at(value), `key ${value}`);
    const back = undoAll(history);
    expect([back.length, back.at(-1)]).toEqual([200, 50]);
  });

  it("behaves like a list of states with a position", () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("put" as const),
        value: fc.nat(3),
        key: fc.constantFrom("a", "b"),
        wait: fc.constantFrom(0, 400),
      }),
      fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const history = historyAt(5);
        let list = [0];
        let place = 0;
        let open: string | null = null;
        for (const one of steps) {
          if (one.kind === "put") {
            history.wait(one.wait);
            history.put(at(one.value), one.key);
            if (one.value === list[place]) {
              if (one.wait === 400) open = null;
              continue;
            }
            const continues = one.wait === 0 && open === one.key;
            list = [...list.slice(0, continues ? place : place + 1), one.value];
            if (list.length > 1 && list.at(-1) === list.at(-2)) [list, open] = [list.slice(0, -1), null];
            else open = one.key;
            list = list.slice(-6);
            place = list.length - 1;
          } else {
            history[one.kind]();
            place = Math.max(0, Math.min(list.length - 1, place + (one.kind === "undo" ? -1 : 1)));
            open = null;
          }
          expect(history.all().map(({ value }) => value)).toEqual(list);
          expect([history.now().value, history.canUndo(), history.canRedo()]).toEqual([
            list[place],
            place > 0,
            place < list.length - 1,
          ]);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const koi = fixture("koi.png");
const portrait = fixture("portrait.png");

describe("undo", () => {
  it("reverts a look in one step, with everything it reset", () => {
    const { studio } = openStudio("?charset=dots&invert=true&columns=99");
    studio.params.setAll(lookValues(LOOKS[2]));
    expect(studio.params.options.value).toEqual(optionsWith({ color: true, fill: 0.15, columns: 99 }));
    studio.history.undo();
    expect(studio.params.options.value).toEqual(optionsWith({ charset: "dots", invert: true, columns: 99 }));
    studio.history.redo();
    expect(studio.params.options.value).toEqual(optionsWith({ color: true, fill: 0.15, columns: 99 }));
  });

  it("restores a replaced picture: decodes it again, then renders it", async () => {
    const { studio, calls, paint, decoded } = openStudio();
    await studio.open(koi, "koi.png");
    await studio.open(portrait, "portrait.png");
    paint();
    studio.history.undo();
    expect(studio.opened.value?.name).toBe("portrait.png");
    await settle();
    expect(studio.opened.value?.name).toBe("koi.png");
    expect(decoded).toEqual([koi, portrait, koi]);
    paint();
    expect(calls.slice(-2)).toEqual(["open 960 × 720", optionsWith()]);
    studio.history.redo();
    await settle();
    expect(studio.opened.value?.name).toBe("portrait.png");
  });

  it("does not show a picture that is stale once decoded", async () => {
    const again = Promise.withResolvers<ReturnType<typeof decodedImage>>();
    let opened = 0;
    const decode = () => (++opened <= 2 ? Promise.resolve(decodedImage(960, 720)) : again.promise);
    const { studio, calls } = openStudio("", { decode });
    await studio.open(koi, "koi.png");
    await studio.open(portrait, "portrait.png");
    studio.history.undo();
    studio.history.redo();
    again.resolve(decodedImage(1, 1));
    await settle();
    expect([studio.opened.value?.name, calls]).toEqual(["portrait.png", ["open 960 × 720", "open 960 × 720"]]);
  });

  it("never loses the picture: it stops at the first one, with the parameters from before it was opened", async () => {
    const { studio } = openStudio();
    studio.params.set("gamma", 1.4);
    await studio.open(koi, "koi.png");
    studio.params.set("color", true);
    for (let times = 0; times < 4; times++) studio.history.undo();
    await settle();
    expect([studio.opened.value?.name, studio.params.options.value]).toEqual(["koi.png", optionsWith()]);
    studio.params.set("invert", true);
    expect([studio.opened.value?.name, studio.history.canRedo.value]).toEqual(["koi.png", false]);
  });

  it("reports a picture that can no longer be read", async () => {
    let isGone = false;
    const decode = async () => {
      if (isGone) throw new Error("gone");
      return decodedImage(960, 720);
    };
    const { studio } = openStudio("", { decode });
    await studio.open(koi, "koi.png");
    await studio.open(portrait, "portrait.png");
    isGone = true;
    studio.history.undo();
    await expect.poll(() => studio.fault.value).not.toBeNull();
    expect(studio.fault.value).toMatchObject({
      code: "image_unreadable",
      says: expect.stringContaining("koi.png was moved or changed"),
    });
  });

  it("revokes a picture's URL when no step refers to it", async () => {
    const { studio, urls } = openStudio();
    await studio.open(koi, "koi.png");
    await studio.open(portrait, "portrait.png");
    studio.history.undo();
    expect(urls.revoked).toEqual([]);
    studio.params.set("color", true);
    expect(urls.revoked).toEqual(["blob:2"]);
    for (let columns = 8; columns < 209; columns++) studio.params.setAll({ columns });
    expect(urls.revoked).toEqual(["blob:2"]);
  });
});
