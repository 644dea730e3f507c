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
 * The port between two windows. `origin` is compared as a whole and named in every post: where the other window has gone
 * elsewhere nothing reaches it any more, and nothing that comes from there is heard.
 */
export const windowPort = (own: OwnWindow, peer: PeerWindow, origin: string): Port => {
  if (!/^https?:\/\/[^/]+$/.test(origin))
    throw new TypeError("The other window's origin must be named, such as https://site.example.");
  return {
    post: (message, transfer) => peer.postMessage(message, { targetOrigin: origin, transfer: [...transfer] }),
    listen: (take) => {
      const hear = (event: MessageLike) => {
        if (event.origin === origin && event.source === peer) take(event.data);
      };
      own.addEventListener("message", hear);
      return () => own.removeEventListener("message", hear);
    },
  };
};
