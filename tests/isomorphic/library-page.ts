import { draw } from "../../packages/lumiglyph/src/browser.ts";

const OPTIONS = { columns: 40, autoOptimize: 0 } as const;

/** Draws the picture at this address from every kind of source in a page. */
export const drawAll = async (url: string): Promise<{ readonly [source: string]: string }> => {
  const blob = await (await fetch(url)).blob();
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = canvas.getContext("2d")!;
  context.drawImage(image, 0, 0);
  const sources = {
    address: url,
    URL: new URL(url, location.href),
    Blob: blob,
    bytes: new Uint8Array(await blob.arrayBuffer()),
    ArrayBuffer: await blob.arrayBuffer(),
    stream: blob.stream(),
    image,
    canvas,
    ImageBitmap: await createImageBitmap(blob),
    ImageData: context.getImageData(0, 0, canvas.width, canvas.height),
  };
  const drawn: Record<string, string> = {};
  for (const [name, source] of Object.entries(sources)) drawn[name] = (await draw(source, OPTIONS)).text;
  return drawn;
};

/** Draws it in a worker, which has no document. */
export const drawInWorker = async (url: string): Promise<string> => {
  const worker = new Worker("/library-worker.js", { type: "module" });
  const answer = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.postMessage(new URL(url, location.href).href);
  return answer.finally(() => worker.terminate());
};

/** The message of a refusal. */
export const refusalOf = async (source: unknown, options: object): Promise<string> =>
  draw(source as string, options).then(
    () => "drawn",
    (error: Error) => error.message,
  );
