import type { ServeCommand } from "../words/command.ts";
import { needNode } from "./needed-node.ts";

/** Starts the service in this process, which from then on ends as the service does. Flags go before the environment. */
export const serveHttp = async ({ port, host }: ServeCommand): Promise<void> => {
  needNode("serve", process.versions.node);
  if (port !== null) process.env["SERVICE_PORT"] = port;
  if (host !== null) process.env["SERVICE_HOST"] = host;
  await import("@lumiglyph/service/main");
};
