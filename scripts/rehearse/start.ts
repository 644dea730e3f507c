import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ROOT } from "../pack/published.ts";
import { checkOut } from "./checkout.ts";
import { startContainer } from "./container.ts";
import { startOf } from "./readme-start.ts";
import { ROOT_STANCE, runInRoot, type Stance } from "./root.ts";
import { copyRoot, nodeRoot } from "./roots.ts";
import { type Site, seconds } from "./site.ts";

/** Milliseconds from a clone to a first render, without what the network takes. */
const MOST_MS = 120_000;

/** Whoever starts is an ordinary user, with a clone of the repository at home. */
const NEWCOMER: Stance = { user: "node", folder: "/home/node/lumiglyph", variables: {} };

/** Follows the README on a machine that has Node, npm and nothing else; gives how many promises do not hold. */
export const rehearseStart = async (site: Site): Promise<number> => {
  const { install, start, ask } = startOf(readFileSync(join(ROOT, "README.md"), "utf8"));
  const root = join(site.folder, "newcomer");
  copyRoot(site, nodeRoot(site, { node: "26", npm: "11" }), root);
  checkOut(site, join(root, NEWCOMER.folder));
  runInRoot(site, root, ROOT_STANCE, ["chown", "-R", "node:node", NEWCOMER.folder]);
  site.timed(`${install}, with all that it downloads`, () => runInRoot(site, root, NEWCOMER, ["sh", "-ec", install]));
  rmSync(join(root, NEWCOMER.folder, "node_modules"), { recursive: true });

  const began = performance.now();
  const offline = { ...NEWCOMER, variables: { npm_config_prefer_offline: "true" } };
  site.timed(`${install}, from npm's cache`, () => runInRoot(site, root, offline, ["sh", "-ec", install]));
  const container = await startContainer(
    site,
    { root, stance: NEWCOMER },
    { words: ["sh", "-c", start], writable: "all" },
  );
  let answer = "";
  while (!ART.test(answer) && performance.now() - began < MOST_MS) {
    await wait(100);
    answer = container.reach(["sh", "-c", ask], join(root, NEWCOMER.folder));
  }
  const took = performance.now() - began;
  const isDrawn = ART.test(answer);
  console.log(isDrawn ? answer : `Instead of art there came: ${answer}\nThe service has said: ${container.said()}`);
  console.log(`From a clone to a first render: ${seconds(took)}, of at most ${seconds(MOST_MS)}, without downloads.`);
  return isDrawn && took < MOST_MS ? 0 : 1;
};

/** Lines of characters, all of one length. */
const ART = /^(.{20,}\n){10,}$/u;
