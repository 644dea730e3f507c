import { describe, expect, it } from "vitest";
import type { FilmOrder, FilmProgress, FilmReport } from "./film-order.ts";
import { type FilmWorker, makeFilm } from "./make-film.ts";

const order: Omit<FilmOrder, "type"> = {
  source: { kind: "clip", file: new Blob(), name: "cat.mp4" },
  options: {},
  format: "gif",
};

const begin = () => {
  const orders: FilmOrder[] = [];
  const told: FilmProgress[] = [];
  const stop = new AbortController();
  let ended = 0;
  const worker: FilmWorker = {
    postMessage: (given) => void orders.push(given),
    terminate: () => void ended++,
    onmessage: null,
    onerror: null,
  };
  const onProgress = (progress: FilmProgress): void => void told.push(progress);
  const film = makeFilm(order, { onProgress, signal: stop.signal, start: () => worker });
  const report = (data: FilmReport): void => worker.onmessage?.call({} as Worker, { data } as MessageEvent);
  return { film, worker, orders, told, stop, report, ended: () => ended };
};

describe("a film's Worker", () => {
  it("is told what to make, and ended when that is there", async () => {
    const { film, orders, told, report, ended } = begin();
    expect(orders).toEqual([{ type: "film", ...order }]);
    report({ type: "progress", frame: 1, count: 2, bytes: 3 });
    expect([told.map(({ frame }) => frame), ended()]).toEqual([[1], 0]);
    report({ type: "done", file: new Blob(["GIF"]) });
    expect([(await film).size, ended()]).toEqual([3, 1]);
  });

  it("is ended when it is no longer wanted", async () => {
    const { film, stop, ended } = begin();
    stop.abort();
    await expect(film).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    expect(ended()).toBe(1);
  });

  it("is ended when it fails, or breaks down, and says what is known of it", async () => {
    const failing = begin();
    failing.report({ type: "failed", message: "This file has no video that can be read here." });
    await expect(failing.film).rejects.toThrow("This file has no video that can be read here.");
    const breaking = begin();
    breaking.worker.onerror?.call({} as Worker, {} as ErrorEvent);
    await expect(breaking.film).rejects.toThrow("The encoder could not be started, or has broken off. Try again.");
    expect([failing.ended(), breaking.ended()]).toEqual([1, 1]);
  });

  it("is not even started for what was stopped before", async () => {
    const start = () => {
      throw new Error("started");
    };
    const film = makeFilm(order, { onProgress: () => {}, signal: AbortSignal.abort(), start });
    await expect(film).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  });
});
