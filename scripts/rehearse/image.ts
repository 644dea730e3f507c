import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDockerfile, type Stage } from "../deploy/dockerfile.ts";
import { ignoredBy } from "../deploy/dockerignore.ts";
import { ROOT } from "../pack/published.ts";
import { buildImage, type Image } from "./build-image.ts";
import { judgeImage } from "./judge-image.ts";
import { nodeRoot } from "./roots.ts";
import { type Site, seconds } from "./site.ts";

const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");

/** Builds the Dockerfile's image and runs it as compose.yaml does; gives how many of its promises do not hold. */
export const rehearseImage = async (site: Site): Promise<number> => {
  const stages = readDockerfile(read("Dockerfile"));
  const started = performance.now();
  const image = buildImage(site, { stages, context: ROOT, ignored: ignoredBy(read(".dockerignore")), rootOf });
  console.log(`\nThe image is built after ${seconds(performance.now() - started)}.`);
  tellSizes(image, stages.at(-1)!);
  return judgeImage(site, image, stages.at(-1)!);

  function rootOf(name: string): string {
    const version = /^node:(\d+)-bookworm-slim$/.exec(name)?.[1];
    if (version === undefined) throw new Error(`${name} is not an image that can be made here.`);
    return nodeRoot(site, { node: version, npm: "11" });
  }

  function tellSizes({ root, stance }: Image, { image: base }: Stage): void {
    const [whole, ours] = [sizeOf(root), sizeOf(join(root, stance.folder))];
    console.log(`It has ${whole} MB: ${sizeOf(rootOf(base))} MB are ${base}, ${ours} MB the service.\n`);
  }

  function sizeOf(folder: string): number {
    return Math.round(Number(site.ask(["du", "-sxb", folder]).split("\t")[0]) / 1e6);
  }
};
