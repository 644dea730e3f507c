import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parse } from "yaml";
import { onlyStep, type Stage } from "../deploy/dockerfile.ts";
import { ROOT } from "../pack/published.ts";
import { createChecklist } from "../support/checklist.ts";
import type { Image } from "./build-image.ts";
import { type Container, startContainer } from "./container.ts";
import { faultsOfContents } from "./contents.ts";
import { type Process, processesFrom } from "./processes.ts";
import type { Site } from "./site.ts";

/** Runs an image as compose.yaml does; gives how many of the promises do not hold that its last stage makes. */
export const judgeImage = async (site: Site, image: Image, stage: Stage): Promise<number> => {
  const { check, failed } = createChecklist();
  const { tmpfs = [], stop_grace_period: grace } = parse(readFileSync(join(ROOT, "compose.yaml"), "utf8")).services
    .service;
  const words = [...onlyStep(stage, "ENTRYPOINT").words, ...onlyStep(stage, "CMD").words];
  const folder = join(image.root, image.stance.folder);
  await check("nothing is in it that is not for running", () =>
    faultsOfContents(folder, join(ROOT, "package-lock.json"), "apps/service"),
  );
  const container = await startContainer(site, image, { words, writable: [tmpfs].flat() });
  await check("its health check passes", () => faultsOfHealth(container, onlyStep(stage, "HEALTHCHECK").words));
  await check("it draws a picture that is sent from outside, and shows the studio", () =>
    faultsOfAnswers(container, stage),
  );
  const processes = processesFrom(container.pid);
  const nodes = processes.filter(({ name }) => name !== "tini");
  await check(`jemalloc is in all of its ${nodes.length} processes of Node`, () => withoutJemalloc(nodes));
  await check("nobody in it is the superuser, or can do what that can", () => processes.flatMap(faultsOfPower));
  await check("its files cannot be written to", () =>
    // in memory it can write, so that it is not for another reason that it cannot do so elsewhere
    container.exec(["sh", "-c", "touch /dev/shm/a && ! touch ./a && ! touch ~/a"]) === 0
      ? []
      : ["A file could be made, or none even in memory."],
  );
  await check(`${onlyStep(stage, "STOPSIGNAL").value} ends it within ${grace}, with 0`, async () => {
    const code = await container.stop(
      onlyStep(stage, "STOPSIGNAL").value as NodeJS.Signals,
      1000 * Number.parseInt(grace, 10),
    );
    return code === 0 ? [] : [`It ended with ${code}, and had said: ${container.said()}`];
  });
  return failed.length;
};

/** Asks as often as an engine of containers would while one starts. */
const faultsOfHealth = async ({ exec, said }: Container, words: readonly string[]): Promise<readonly string[]> => {
  for (let tries = 0; tries < 20; tries++) {
    if (exec(words) === 0) return [];
    await wait(1000);
  }
  return [`It is not healthy after 20 tries, and has said: ${said()}`];
};

const faultsOfAnswers = ({ reach }: Container, stage: Stage): readonly string[] => {
  const address = `http://127.0.0.1:${onlyStep(stage, "EXPOSE").value}`;
  const art = reach(["curl", "-sS", "-F", "image=@fixtures/koi.png", `${address}/api/v1/render?columns=100`], ROOT);
  const page = reach(["curl", "-sS", `${address}/`], ROOT);
  return [
    /^(?:.{100}\n){20,}$/u.test(art) ? "" : `Instead of art there came: ${art.slice(0, 500)}`,
    page.includes("<title>") && page.includes("assets/")
      ? ""
      : `Instead of the studio there came: ${page.slice(0, 500)}`,
  ].filter(Boolean);
};

const withoutJemalloc = (nodes: readonly Process[]): readonly string[] => [
  ...(nodes.length > 1 ? [] : ["There is no worker."]),
  ...nodes
    .filter(({ mapped }) => !mapped.some((file) => file.includes("libjemalloc")))
    .map(({ pid, name }) => `${name} (${pid}) is without it.`),
];

const faultsOfPower = ({ pid, name, users, capabilities }: Process): readonly string[] =>
  users.every((user) => user !== 0) && capabilities === 0n
    ? []
    : [`${name} (${pid}) runs as ${users.join()} with the capabilities ${capabilities.toString(16)}.`];
