import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy to a loopback port that can delay replies. */
export type SlowProxy = {
  readonly port: number;
  /** Delays every reply by these milliseconds from now on. */
  readonly delay: (ms: number) => void;
  readonly close: () => Promise<void>;
};

export const startSlowProxy = async (target: number): Promise<SlowProxy> => {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  const later = (act: () => void) => (delayMs === 0 ? act() : void setTimeout(act, delayMs));
  const server = createServer((near) => {
    const far = connect({ host: "127.0.0.1", port: target, noDelay: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    near.on("data", (piece) => far.write(piece));
    far.on("data", (piece) => later(() => near.write(piece)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    delay: (ms) => {
      delayMs = ms;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
