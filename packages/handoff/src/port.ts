/** A channel to the other window only. */
export type Port = {
  readonly post: (message: object, transfer: readonly ArrayBuffer[]) => void;
  /** Calls back with incoming data until the returned function is called. */
  readonly listen: (listener: (data: unknown) => void) => () => void;
};

/** The part of the other window that is used. */
export type PeerWindow = {
  postMessage(message: unknown, options: { targetOrigin: string; transfer: ArrayBuffer[] }): void;
};

/** The part of the page's own window that is used. */
export type OwnWindow = {
  addEventListener(type: "message", listener: (event: MessageLike) => void): void;
  removeEventListener(type: "message", listener: (event: MessageLike) => void): void;
};

type MessageLike = { readonly origin: string; readonly source: unknown; readonly data: unknown };

/**
 * A port between two windows. Origins are compared exactly and named in every post: if the other window navigates away,
 * nothing is sent to it or accepted from it. With several origins, the first one to send is used from then on; nothing
 * is posted before.
 */
export const windowPort = (own: OwnWindow, peer: PeerWindow, ...origins: readonly string[]): Port => {
  if (origins.length === 0 || !origins.every(isOrigin)) throw new TypeError(BAD_ORIGIN);
  let origin = origins.length === 1 ? origins[0] : undefined;
  return {
    post: (message, transfer) => {
      if (origin !== undefined) peer.postMessage(message, { targetOrigin: origin, transfer: [...transfer] });
    },
    listen: (listener) => {
      const onMessage = (event: MessageLike) => {
        if (event.source !== peer || !(origin === undefined ? origins.includes(event.origin) : event.origin === origin))
          return;
        origin = event.origin;
        listener(event.data);
      };
      own.addEventListener("message", onMessage);
      return () => own.removeEventListener("message", onMessage);
    },
  };
};

const BAD_ORIGIN = "The other window's origin must be named as browsers spell it, such as https://site.example.";

/** Scheme, host and non-default port in lower case, and nothing else. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\/[a-z0-9._[\]:-]+$/.test(text) && !/^http:.*:80$|^https:.*:443$/.test(text);
