import { browserHost } from "../../apps/studio/src/app/browser-host.ts";
import { startWorker } from "../../apps/studio/src/worker/start-worker.ts";
import { createWorkerHost } from "../../apps/studio/src/worker/worker-host.ts";

/** The page's worker host, with its real Worker. */
export const worker = createWorkerHost(startWorker);

/** A signal that is never aborted. */
export const never = new AbortController().signal;

export const fetchFile = async (name: string): Promise<Blob> => (await fetch(`/pictures/${name}`)).blob();

/** Decodes a file like the studio. */
export const { decode } = browserHost(window);

/** Opens a file like the studio. */
export const openFile = async (file: Blob): Promise<void> => worker.open(await decode(file));

/** Resolves once a signal has a value of this kind. */
export const until = <Value>(signal: Subscribable<Value>, isSo: (value: Value) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const stop = signal.subscribe((value) => {
      if (!isSo(value)) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });

type Subscribable<Value> = { subscribe(listener: (value: Value) => void): () => void };

/** Bytes as text, to pass to a test. */
export const base64 = (bytes: ArrayBuffer): string => {
  let text = "";
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
  return btoa(text);
};
