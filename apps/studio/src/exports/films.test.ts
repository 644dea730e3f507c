import { describe, expect, it } from "vitest";
import type { FilmProgress } from "../film/film-order.ts";
import { createFilms, type FilmWish, type MakeFilm } from "./film-row.tsx";

const options = {};

/** A maker that goes on when it is told to. */
const createMaker = () => {
  const orders: { format: string; finish: (text: string) => void; fail: (why: string) => void; tell: Tell }[] = [];
  const make: MakeFilm = ({ format }, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const finish = (text: string): void => resolve(new Blob([text]));
      orders.push({ format, finish, fail: (why) => reject(new Error(why)), tell: onProgress });
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const saved: number[] = [];
  const wish = (format: FilmWish["format"]): FilmWish => ({
    format,
    source: { kind: "clip", file: new Blob(), name: "cat.mov" },
    options,
    target: async ({ size }) => void saved.push(size),
  });
  return { orders, saved, wish, films: createFilms(make) };
};

type Tell = (progress: FilmProgress) => void;

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("films", () => {
  it("tell how far they are, and are saved when they are done", async () => {
    const { films, orders, saved, wish } = createMaker();
    const { gif } = films.states;
    const done = films.make(wish("gif"));
    await settled();
    expect(gif.value).toEqual({ is: "going", frame: 0, count: 0, bytes: 0 });
    orders[0]!.tell({ frame: 412, count: 720, bytes: 9 });
    expect(gif.value).toEqual({ is: "going", frame: 412, count: 720, bytes: 9 });
    orders[0]!.finish("GIF89a");
    expect([await done, saved]).toEqual([true, [6]]);
    expect(gif.value).toMatchObject({ is: "done", size: 6, options });
  });

  it("are made one at a time, in the order of the wishes", async () => {
    const { films, orders, wish } = createMaker();
    const all = [films.make(wish("mp4")), films.make(wish("gif"))];
    await settled();
    expect([orders.map(({ format }) => format), films.states.gif.value.is]).toEqual([["mp4"], "waiting"]);
    orders[0]!.finish("");
    await settled();
    expect(orders.map(({ format }) => format)).toEqual(["mp4", "gif"]);
    orders[1]!.finish("");
    expect(await Promise.all(all)).toEqual([true, true]);
  });

  it("can be stopped while they go and while they wait, without a word", async () => {
    const { films, orders, saved, wish } = createMaker();
    const all = [films.make(wish("mp4")), films.make(wish("gif")), films.make(wish("cast"))];
    await settled();
    films.cancel("gif");
    expect(await all[1]).toBe(false);
    films.cancel("mp4");
    expect(await all[0]).toBe(false);
    await settled();
    expect([films.states.mp4.value.is, films.states.gif.value.is]).toEqual(["idle", "idle"]);
    expect(orders.map(({ format }) => format)).toEqual(["mp4", "cast"]);
    orders[1]!.finish("cast");
    expect([await all[2], saved]).toEqual([true, [4]]);
  });

  it("say what went wrong, and can be tried again", async () => {
    const { films, orders, wish } = createMaker();
    const failed = films.make(wish("webm"));
    await settled();
    orders[0]!.fail("This browser cannot encode video of this size.");
    expect(await failed).toBe(false);
    expect(films.states.webm.value).toEqual({ is: "failed", words: "This browser cannot encode video of this size." });
    const again = films.make(wish("webm"));
    await settled();
    orders[1]!.finish("");
    expect(await again).toBe(true);
  });
});
