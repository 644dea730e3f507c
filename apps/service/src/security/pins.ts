import { isIP, type LookupFunction } from "node:net";
import { isPrivateAddress, isPublicAddress, isSameAddress } from "./address.ts";
import { refused } from "./refused.ts";

/** All addresses of a host name; rejects when there is no such name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Where one connection may go. */
export type Pins = {
  /** Resolves the name once and gives the socket those answers, provided that every one of them is permitted. */
  readonly lookup: LookupFunction;
  /** What is wrong with where a socket arrived; null when it is at one of the pinned addresses. */
  readonly faultOf: (socket: { readonly remoteAddress?: string | undefined } | null) => Error | null;
};

/** Pins for one connection: public addresses only, or private ones too. */
export const createPins = (resolve: Resolve, mayBePrivate: boolean): Pins => {
  let pinned: readonly string[] = [];
  const pin = async (hostname: string) => {
    pinned = permitted(await resolve(hostname), mayBePrivate);
    return pinned.map((address) => ({ address, family: isIP(address) }));
  };
  return {
    lookup: (hostname, { all }, callback) => {
      pin(hostname).then(
        (answers) => {
          const [first] = answers;
          if (first === undefined) callback(new Error("the name has no address"), "");
          else if (all) callback(null, answers);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, ""),
      );
    },
    faultOf: (socket) => faultAt(socket?.remoteAddress, pinned),
  };
};

/**
 * All the answers, or a refusal where one is bad: a name that mixes public and private addresses is an attack. The refusal
 * is that of a host which cannot be reached, so that nobody learns from it which names there are inside a network.
 */
const permitted = (answers: readonly string[], mayBePrivate: boolean): readonly string[] => {
  const allowed = (ip: string) => isPublicAddress(ip) || (mayBePrivate && isPrivateAddress(ip));
  if (!answers.every(allowed)) throw refused("image_host_failed", "host at an address that is not allowed");
  return answers;
};

const faultAt = (remote: string | undefined, pinned: readonly string[]): Error | null => {
  if (remote === undefined) return new Error("the connection closed at once");
  if (pinned.some((ip) => isSameAddress(ip, remote))) return null;
  return refused("image_host_failed", "connected to an address that was not resolved");
};
