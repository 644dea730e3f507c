import { UsageError } from "../streams.ts";
/** The first version of Node that can restrict the workers' network access. Rendering works with older ones. */
export const NEEDED_NODE = 26;

/** Throws if this version of Node cannot run the service. */
export const needNode = (command: string, version: string): void => {
  if (Number.parseInt(version, 10) >= NEEDED_NODE) return;
  throw new UsageError(`\`${command}\` needs Node ${NEEDED_NODE} or newer, and this is Node ${version}.`);
};
