import { startWorker } from "../darkroom/start-worker.ts";
import type { FilmOrder, FilmProgress, FilmReport } from "./film-order.ts";
import { filmsUnderWay } from "./films-under-way.ts";

/** As much of a Worker as is needed. */
export type FilmWorker = Pick<Worker, "terminate" | "onmessage" | "onerror"> & { postMessage(order: FilmOrder): void };

export type MakeFilmOptions = {
  readonly onProgress: (progress: FilmProgress) => void;
  readonly signal: AbortSignal;
  readonly start?: () => FilmWorker;
};

/**
 * Makes a film on a Worker of its own, which is there no longer than the film takes. Rejects with a sentence for people, or
 * with the signal's reason once that is aborted.
 */
export const makeFilm = (
  order: Omit<FilmOrder, "type">,
  { onProgress, signal, start = startWorker }: MakeFilmOptions,
): Promise<Blob> => {
  if (signal.aborted) return Promise.reject(signal.reason);
  const worker = start();
  filmsUnderWay.value++;
  const film = new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FilmReport>) => {
      if (data.type === "progress") onProgress(data);
      else if (data.type === "done") resolve(data.file);
      else reject(new Error(data.message));
    };
    worker.onerror = () => reject(new Error("The encoder could not be started, or has broken off. Try again."));
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  worker.postMessage({ type: "film", ...order });
  return film.finally(() => {
    worker.terminate();
    filmsUnderWay.value--;
  });
};
