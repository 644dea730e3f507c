import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { Variables } from "../deploy/dockerfile.ts";

/** How this machine reaches the servers of packages, for a root that shall reach them too. */
export type Network = {
  /** Debian's package sources by suite, as lines of `sources.list`; none where this machine is another Debian. */
  readonly sources: readonly string[];
  /** Settings of apt: its proxies. */
  readonly apt: string;
  /** What npm is told: its registry, authorities and proxies. */
  readonly variables: Variables;
  /** Files of this machine by the places at which a root needs them. */
  readonly files: { readonly [place: string]: string };
};

/** Where a root finds the certificates of this machine's authorities. */
const AUTHORITIES = "/run/authorities.pem";

/** What is set here for a suite of Debian. Nothing of it is written down anywhere. */
export const networkHere = (suite: string): Network => {
  const authorities = process.env["NODE_EXTRA_CA_CERTS"] || npmSetting("cafile");
  const trusted = authorities !== null && existsSync(authorities);
  const registry = npmSetting("registry");
  return {
    sources: sourcesOf(suite),
    apt: said("apt-config", "dump", "--no-empty").filter(isProxy).join("\n"),
    variables: {
      ...(registry && { npm_config_registry: registry }),
      ...(trusted && { npm_config_cafile: AUTHORITIES, NODE_EXTRA_CA_CERTS: AUTHORITIES }),
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name))),
    },
    files: {
      "/etc/hosts": "/etc/hosts",
      "/etc/resolv.conf": "/etc/resolv.conf",
      ...(trusted && { [AUTHORITIES]: authorities }),
    },
  };
};

const sourcesOf = (suite: string): readonly string[] => {
  const told = said(
    "apt-get",
    "indextargets",
    "--format",
    "$(REPO_URI) $(RELEASE) main $(ORIGIN)",
    "Created-By: Packages",
  );
  const debian = told.filter((line) => line.endsWith(" Debian")).map((line) => `deb ${line.replace(/ Debian$/, "")}`);
  const ours = debian.filter((line) => line.split(" ")[2]?.split("-")[0] === suite);
  return [...new Set(ours)];
};

const isProxy = (line: string): boolean => /^Acquire::\w+::Proxy/i.test(line);

const npmSetting = (name: string): string | null => {
  const [value] = said("npm", "config", "get", name);
  return value === undefined || value === "null" ? null : value;
};

const said = (program: string, ...words: readonly string[]): readonly string[] =>
  (spawnSync(program, words, { encoding: "utf8" }).stdout ?? "").split("\n").filter(Boolean);
