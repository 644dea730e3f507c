const { node, bun, deno } = process.versions as { readonly [name: string]: string | undefined };

/** Bun and Deno report a version of Node, too, without its permission model. */
const name = bun !== undefined ? `Bun ${bun}` : deno !== undefined ? `Deno ${deno}` : `Node ${node}`;

/**
 * Whether this process can keep worker processes from the network and the disk: from Node 26 on.
 */
export const restrictsWorkers = name.startsWith("Node") && Number.parseInt(node ?? "", 10) >= 26;

/** The message when the service cannot start here. */
export const NEEDS_NODE = `The Lumiglyph service needs Node 26 or newer; this is ${name}.`;
