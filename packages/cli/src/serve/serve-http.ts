import type { ServeCommand } from "../words/command.ts";
import { needNode } from "./needed-node.ts";

/** Starts the service in this process, which then exits as the service does. Flags override the environment. */
export const serveHttp = async ({ port, host }: ServeCommand): Promise<void> => {
  needNode("serve", process.versions.node);
  if (port !== null) process.env["SERVICE_PORT"] = port;
  if (host !== null) process.env["SERVICE_HOST"] = host;
  await import("@lumiglyph/service/main");
};
