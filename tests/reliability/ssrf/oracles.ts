import type { TcpNetConnectOpts } from "node:net";
import ipaddr from "ipaddr.js";
import { RequestFilteringHttpAgent } from "request-filtering-agent";

/** Whether another library would connect to this address. */
export type Oracle = (address: string) => boolean;

/** `ipaddr.js`: an address of no special range. */
const byRange: Oracle = (address) => ipaddr.parse(address).range() === "unicast";

const agent = new RequestFilteringHttpAgent();

/** `request-filtering-agent`: asked to connect, it refuses at once or opens, here a file that does not exist. */
const byAgent: Oracle = (address) => {
  let refused = false;
  const options = { host: address, port: 443, path: "/nowhere" } as TcpNetConnectOpts;
  const socket = agent.createConnection(options, (error) => {
    refused = error instanceof Error;
  });
  socket.on("error", () => {}).destroy();
  return !refused;
};

export const ORACLES: { readonly [name: string]: Oracle } = {
  "ipaddr.js": byRange,
  "request-filtering-agent": byAgent,
};
