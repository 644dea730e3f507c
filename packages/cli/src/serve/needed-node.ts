import { UsageError } from "../streams.ts";
/** The first version of Node that can keep the service's workers from the network. Drawing needs an older one. */
export const NEEDED_NODE = 26;

/** Throws where a command that serves is run by a version of Node that cannot. */
export const needNode = (command: string, version: string): void => {
  if (Number.parseInt(version, 10) >= NEEDED_NODE) return;
  throw new UsageError(`\`${command}\` needs Node ${NEEDED_NODE} or newer, and this is Node ${version}.`);
};
