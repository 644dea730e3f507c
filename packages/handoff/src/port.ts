/** A way to the other window: what is posted there, and what comes from it and from nobody else. */
export type Port = {
  readonly post: (message: object, transfer: readonly ArrayBuffer[]) => void;
  /** Hears what comes until the function that it returns is called. */
  readonly listen: (take: (data: unknown) => void) => () => void;
};

/** The part of another window that is needed. */
export type PeerWindow = {
  postMessage(message: unknown, options: { targetOrigin: string; transfer: ArrayBuffer[] }): void;
};

/** The part of a page's own window that is needed. */
export type OwnWindow = {
  addEventListener(type: "message", take: (event: MessageLike) => void): void;
  removeEventListener(type: "message", take: (event: MessageLike) => void): void;
};

type MessageLike = { readonly origin: string; readonly source: unknown; readonly data: unknown };

/**
 * The port between two windows. An origin is compared as a whole and named in every post: where the other window has gone
 * elsewhere nothing reaches it any more, and nothing that comes from there is heard. Of several origins the one that speaks
 * first is the other window's from then on; until then nothing is posted.
 */
export const windowPort = (own: OwnWindow, peer: PeerWindow, ...origins: readonly string[]): Port => {
  if (origins.length === 0 || !origins.every(isOrigin)) throw new TypeError(NOT_NAMED);
  let origin = origins.length === 1 ? origins[0] : undefined;
  return {
    post: (message, transfer) => {
      if (origin !== undefined) peer.postMessage(message, { targetOrigin: origin, transfer: [...transfer] });
    },
    listen: (take) => {
      const hear = (event: MessageLike) => {
        if (event.source !== peer || !(origin === undefined ? origins.includes(event.origin) : event.origin === origin))
          return;
        origin = event.origin;
        take(event.data);
      };
      own.addEventListener("message", hear);
      return () => own.removeEventListener("message", hear);
    },
  };
};

const NOT_NAMED = "The other window's origin must be named as browsers spell it, such as https://site.example.";

/** Scheme, host and, where it is not the scheme's own, port: in lower case, and nothing behind them. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\/[a-z0-9._[\]:-]+$/.test(text) && !/^http:.*:80$|^https:.*:443$/.test(text);
