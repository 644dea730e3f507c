import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages, ROOT_STANCE, runInRoot } from "./root.ts";
import { type Site, SUITE } from "./site.ts";

/** The version of Node that a root shall have, and of npm, which the official image has beside it. */
export type NodeVersion = { readonly node: string; readonly npm: string };

/** A root with Debian and Node, as the official slim image has them. It is for copying: see `copyRoot`. */
export const nodeRoot = (site: Site, version: NodeVersion): string =>
  cached(site, `node-${version.node}`, (root) => {
    copyRoot(site, debianRoot(site), root);
    installNode(site, root, version);
    for (const place of LEFT_OUT) rmSync(join(root, place), { recursive: true, force: true });
  });

/** Copies a root that nothing is mounted in. */
export const copyRoot = (site: Site, from: string, to: string): void =>
  site.run(["cp", "-ax", "--reflink=auto", from, to]);

/** The smallest Debian that has apt. */
const debianRoot = (site: Site): string =>
  cached(site, SUITE, (root) => {
    const { sources } = site.network;
    const mirror = sources.find((line) => line.split(" ")[2] === SUITE)?.split(" ")[1];
    site.run(["debootstrap", "--variant=minbase", SUITE, root, ...(mirror === undefined ? [] : [mirror])]);
    if (sources.length > 0) writeFileSync(join(root, "etc/apt/sources.list"), `${sources.join("\n")}\n`);
    rmSync(join(root, "var/cache/apt/archives"), { recursive: true, force: true });
    mkdirSync(join(root, "var/cache/apt/archives/partial"), { recursive: true });
  });

/** Documentation, which slim images do not have. */
const LEFT_OUT = ["usr/share/doc", "usr/share/info", "usr/share/locale", "usr/share/man"];

/** Node with npm in `/usr/local`, the library that it is linked with, and the user of the official image. */
const installNode = (site: Site, root: string, { node, npm }: NodeVersion): void => {
  const modules = join(root, "usr/local/lib/node_modules");
  installPackages(site, root, ["libatomic1"]);
  unpack(site, `node-linux-${process.arch}@${node}`, join(site.folder, "node"));
  site.run(["install", "-m", "755", join(site.folder, "node/bin/node"), join(root, "usr/local/bin/node")]);
  unpack(site, `npm@${npm}`, join(modules, "npm"));
  for (const name of ["npm", "npx"]) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, "usr/local/bin", name));
  }
  const user = "groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node";
  runInRoot(site, root, ROOT_STANCE, ["sh", "-ec", user]);
};

/** Puts a package of the registry into a folder. */
const unpack = (site: Site, name: string, folder: string): void => {
  const parcel = join(site.folder, "parcel");
  mkdirSync(folder, { recursive: true });
  mkdirSync(parcel);
  site.run(["npm", "pack", name, "--silent", "--pack-destination", parcel]);
  site.run(["sh", "-ec", `tar -xzf "$0"/*.tgz -C "$1" --strip-components=1 --no-same-owner`, parcel, folder]);
  rmSync(parcel, { recursive: true });
};

/** A root that is made once; one that was not finished is made again. */
const cached = (site: Site, name: string, make: (root: string) => void): string => {
  const root = join(site.cache, name);
  if (existsSync(root)) return root;
  const unfinished = `${root}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  site.timed(name, () => make(unfinished));
  renameSync(unfinished, root);
  return root;
};
