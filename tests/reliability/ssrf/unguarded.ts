import { isIP, type LookupFunction } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { Agent, interceptors, request } from "undici";
import type { Case } from "./case.ts";
import { resolverOf } from "./names.ts";
import { type Network, ORIGIN_ADDRESSES } from "./network.ts";

/**
 * Fetches like a service without any guard: every scheme that the library supports, every name, every redirect. The result
 * does not matter; it proves that the private listeners would see an escape.
 */
export const fetchUnguarded = async ({ url, zones = [], moved }: Case, network: Network): Promise<void> => {
  const { resolve } = resolverOf(zones, ORIGIN_ADDRESSES.slice(0, 1));
  const lookup: LookupFunction = (name, _options, done) => {
    resolve(name).then(
      ([first = ""]) => done(null, first, isIP(first)),
      (error) => done(error, ""),
    );
  };
  const agent = new Agent({
    connect: ({ hostname, protocol }, callback) => {
      const socket = network.dial(moved)({ host: hostname.replace(/^\[|\]$/g, ""), port: 443, lookup });
      const open = protocol === "https:" ? tlsConnect({ socket, rejectUnauthorized: false }) : socket;
      socket.on("error", (error) => callback(error, null));
      open.once(protocol === "https:" ? "secureConnect" : "connect", () => callback(null, open));
      open.on("error", (error) => callback(error, null));
    },
  });
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: 4 }));
  try {
    const { body } = await request(url, { dispatcher, signal: AbortSignal.timeout(300) });
    await body.dump();
  } catch {
    // the error does not matter either
  }
  await agent.destroy();
};
