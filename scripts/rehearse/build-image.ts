import { cpSync, mkdirSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import type { Stage, Step, StepOf } from "../deploy/dockerfile.ts";
import { ROOT_STANCE, runInRoot, type Stance } from "./root.ts";
import { copyRoot } from "./roots.ts";
import type { Site } from "./site.ts";

/** What a build starts from. */
export type Ingredients = {
  readonly stages: readonly Stage[];
  /** The folder that is sent to a builder, and what of it is not. */
  readonly context: string;
  readonly ignored: (path: string) => boolean;
  /** The root of an image of the registry. */
  readonly rootOf: (image: string) => string;
};

/** An image: its files, and as whom, where and with what its program runs. */
export type Image = { readonly root: string; readonly stance: Stance };

/** Does what the stages say, one after the other, and gives the last one's image. */
export const buildImage = (site: Site, { stages, context, ignored, rootOf }: Ingredients): Image => {
  const images: Image[] = [];
  const find = (name: string): Image | undefined => images[stages.findIndex((stage) => stage.name === name)];
  for (const [at, { image, name, steps }] of stages.entries()) {
    const root = join(site.folder, `stage-${at}`);
    const base = find(image);
    console.log(`\nFROM ${image}${name === null ? "" : ` AS ${name}`}`);
    copyRoot(site, base?.root ?? rootOf(image), root);
    let stance = base?.stance ?? ROOT_STANCE;
    for (const step of steps) {
      site.timed(step.line, () => {
        stance = nextStance(stance, step);
        if (step.does === "WORKDIR") mkdirSync(join(root, stance.folder), { recursive: true });
        if (step.does === "RUN") runInRoot(site, root, stance, ["/bin/sh", "-c", step.script]);
        if (step.does === "COPY") copyInto(join(root, stance.folder), step, sourceOf(step.from));
      });
    }
    images.push({ root, stance });
  }
  return images.at(-1)!;

  function sourceOf(from: string | null): Source {
    if (from === null) return { folder: context, taken: (path) => !ignored(relative(context, path)) };
    const image = find(from);
    if (image === undefined) throw new Error(`There is no stage ${from}.`);
    return { folder: image.root, taken: () => true };
  }
};

/** How a step changes what the next ones run with. */
const nextStance = (stance: Stance, step: Step): Stance => {
  if (step.does === "ENV") return { ...stance, variables: { ...stance.variables, ...step.variables } };
  if (step.does === "USER") return { ...stance, user: step.value };
  if (step.does === "WORKDIR") return { ...stance, folder: resolve(stance.folder, step.value) };
  return stance;
};

type Source = { readonly folder: string; readonly taken: (path: string) => boolean };

/** A folder's content goes into the target, a file too where that is a folder. Everything becomes the superuser's. */
const copyInto = (folder: string, { sources, target }: StepOf<"COPY">, source: Source): void => {
  const place = resolve(folder, target);
  for (const name of sources) {
    const from = join(source.folder, name);
    const into = target.endsWith("/") && !statSync(from).isDirectory() ? join(place, basename(name)) : place;
    cpSync(from, into, { recursive: true, verbatimSymlinks: true, filter: (path) => source.taken(path) });
  }
};
