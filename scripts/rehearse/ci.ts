import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkOut } from "./checkout.ts";
import { ROOT_STANCE, runInRoot, type Stance } from "./root.ts";
import { copyRoot, nodeRoot } from "./roots.ts";
import type { Site } from "./site.ts";

/** CI is the superuser of a machine that nobody else uses. */
const CI: Stance = { ...ROOT_STANCE, folder: "/root/lumiglyph" };

/** Does what CI does on a Debian with Node 20, up to installing or all of it; gives how many promises do not hold. */
export const rehearseCi = async (site: Site, isWhole: boolean): Promise<number> => {
  const root = join(site.folder, "ci");
  copyRoot(site, nodeRoot(site, { node: "20", npm: "10" }), root);
  const clone = join(root, CI.folder);
  checkOut(site, clone);
  const script = isWhole ? ".ci/run" : installingPart(clone);
  site.timed(script, () => runInRoot(site, root, CI, ["bash", script], isWhole ? site.show : site.run));
  runInRoot(site, root, CI, ["npx", "--no", "--", "node", "--version"], site.show);
  if (!existsSync(join(root, "usr/sbin/policy-rc.d"))) return 0;
  console.log("The policy that keeps servers from starting is still there.");
  return 1;
};

/** Writes down the script as far as `npm ci`; gives its path in the clone. */
const installingPart = (clone: string): string => {
  const lines = readFileSync(join(clone, ".ci/run"), "utf8").split("\n");
  const at = lines.findIndex((line) => line.startsWith("npm ci"));
  if (at < 0) throw new Error(".ci/run has no `npm ci`.");
  writeFileSync(join(clone, ".ci/install"), `${lines.slice(0, at + 1).join("\n")}\n`);
  return ".ci/install";
};
