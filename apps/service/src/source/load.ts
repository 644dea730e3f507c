import type { Source } from "@lumiglyph/contract";
import { decodeBase64 } from "./base64.ts";
import type { FetchImage } from "./fetch-image.ts";
import { imageTooLarge } from "./too-large.ts";

/** The encoded image of a request. */
export type LoadSource = (source: Source, signal: AbortSignal) => Promise<Uint8Array>;

/** Turns any of the three sources into bytes, at most `maxBytes` of them. */
export const createLoadSource =
  (fetchImage: FetchImage, maxBytes: number): LoadSource =>
  async (source, signal) => {
    switch (source.kind) {
      case "bytes":
        if (source.bytes.length > maxBytes) throw imageTooLarge(maxBytes);
        return source.bytes;
      case "base64":
        return decodeBase64(source.text, maxBytes);
      case "url":
        return fetchImage(source.url, signal);
    }
  };
