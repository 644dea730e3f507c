import { CASES } from "./cases.ts";
import { type Drawn, drawAll, type KernelKind, type Pictures } from "./draw-all.ts";

/** Renders the cases in the page itself. */
export const drawHere = async (kind: KernelKind, every: number): Promise<readonly Drawn[]> =>
  drawAll(await fetchPictures(), kind, every);

/** Renders the cases in a worker of the page. */
export const drawInWorker = async (kind: KernelKind, every: number): Promise<readonly Drawn[]> => {
  const worker = new Worker("/worker.js", { type: "module" });
  const drawn = new Promise<readonly Drawn[]>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.postMessage({ pictures: await fetchPictures(), kind, every });
  return drawn.finally(() => worker.terminate());
};

const fetchPictures = async (): Promise<Pictures> => {
  const names = [...new Set(CASES.map(({ picture }) => picture))];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await fetchPicture(name)] as const)));
};

const fetchPicture = async (name: string) => {
  const { headers, bytes } = await fetch(`/pictures/${name}`).then(async (answer) => ({
    headers: answer.headers,
    bytes: await answer.arrayBuffer(),
  }));
  return {
    width: Number(headers.get("picture-width")),
    height: Number(headers.get("picture-height")),
    data: new Uint8ClampedArray(bytes),
  };
};
