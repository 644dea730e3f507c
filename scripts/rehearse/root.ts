import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Variables } from "../deploy/dockerfile.ts";
import type { Site } from "./site.ts";

/** As whom, where and with which environment a program runs in a root. */
export type Stance = { readonly user: string; readonly folder: string; readonly variables: Variables };

/** The search path of the official image, and of every Debian. */
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The superuser at the top, with nothing set. */
export const ROOT_STANCE: Stance = { user: "root", folder: "/", variables: {} };

/** The words that put a program into a stance, once it is in its root. */
export const stanceWords = ({ user, folder, variables }: Stance): readonly string[] => {
  const all = { PATH, HOME: user === "root" ? "/root" : `/home/${user}`, ...variables };
  return ["env", "-i", "-C", folder, ...Object.entries(all).map(([name, value]) => `${name}=${value}`)];
};

/** Runs a program in a root that has processes, devices and this machine's network for as long as that takes. */
export const runInRoot = (site: Site, root: string, stance: Stance, words: readonly string[], run = site.run): void =>
  withMachine(site, root, () => {
    const { variables } = site.network;
    const inside = stanceWords({ ...stance, variables: { ...variables, ...stance.variables } });
    run(["chroot", `--userspec=${stance.user}`, root, ...inside, ...words]);
  });

/** Installs packages of Debian into a root, and leaves nothing of apt's own behind. */
export const installPackages = (site: Site, root: string, names: readonly string[]): void => {
  const script = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${names.join(" ")}
    rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb`;
  const stance = { ...ROOT_STANCE, variables: { DEBIAN_FRONTEND: "noninteractive" } };
  runInRoot(site, root, stance, ["sh", "-ec", script]);
};

/** Does something while a root has what a running machine has; afterward it is files again, and no others than before. */
const withMachine = (site: Site, root: string, work: () => void): void => {
  const settings = join(site.folder, "apt.conf");
  writeFileSync(settings, site.network.apt);
  const files = { ...site.network.files, "/etc/apt/apt.conf.d/99network": settings };
  const made = Object.keys(files).filter((place) => !existsSync(join(root, place)));
  mountMachine(site, root);
  for (const [place, file] of Object.entries(files)) mountFile(site, file, join(root, place));
  try {
    work();
  } finally {
    // lazily: what the work has left running may still hold one, and ends with this program
    for (const place of [...Object.keys(files), ...MACHINE]) site.run(["umount", "-R", "-l", join(root, place)]);
    for (const place of made) rmSync(join(root, place));
  }
};

/** What the kernel gives a machine, and a folder in memory for what programs share. */
const MACHINE = ["/dev", "/sys", "/proc"];

const mountMachine = (site: Site, root: string): void => {
  site.run(["mount", "-t", "proc", "proc", join(root, "proc")]);
  site.run(["mount", "--rbind", "/sys", join(root, "sys")]);
  site.run(["mount", "--rbind", "/dev", join(root, "dev")]);
};

const mountFile = (site: Site, file: string, place: string): void => {
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, "", { flag: "a" });
  site.run(["mount", "--bind", "-o", "ro", file, place]);
};
