import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A receiving site on loopback that records its requests. */
export type ReceivingSite = {
  readonly target: string;
  readonly seen: readonly IncomingMessage[];
  readonly stop: () => void;
};

export const startReceivingSite = async (answer: RequestListener): Promise<ReceivingSite> => {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
