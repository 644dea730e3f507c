import { isLoopback } from "../http/host-guard.ts";

/** Whether the credential may go to an address: over https, or to this very machine, never over a network in clear text. */
export const mayHaveCredential = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
