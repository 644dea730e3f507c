import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RenderOptions } from "@lumiglyph/contract";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { endServices, type ServiceProcess, startServiceProcess } from "../reliability/service-process.ts";
import { heldMemory } from "../reliability/worker-processes.ts";
import { worstPictures } from "./worst-pictures.ts";

/*
 * Peak memory of a whole instance (service, workers and spare) with the pictures that take most to decode. Kubernetes and
 * Docker count all processes of a container together. Memory is the sum of VmRSS, read every few milliseconds, which
 * counts pages that processes share once for each of them.
 */
const ROOT = join(import.meta.dirname, "../..");
const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");
const MEBIBYTE = 1024 ** 2;

/** An instance's resources in a deployment file. */
type Grant = { readonly workers: number; readonly memory: string };

const grants = (): { readonly [file: string]: Grant } => {
  const { service } = parse(read("compose.yaml")).services;
  const [container] = parse(read("deploy/kubernetes/base/deployment.yaml")).spec.template.spec.containers;
  const env: readonly { readonly name: string; readonly value: string }[] = container.env;
  const { settings, resources } = parse(read("deploy/helm/lumiglyph/values.yaml"));
  const unit = read("deploy/systemd/lumiglyph.service");
  return {
    "compose.yaml": { workers: Number(service.environment.SERVICE_WORKERS), memory: service.mem_limit },
    "deploy/kubernetes": {
      workers: Number(env.find(({ name }) => name === "SERVICE_WORKERS")?.value),
      memory: container.resources.limits.memory,
    },
    "deploy/helm": { workers: settings.SERVICE_WORKERS, memory: resources.limits.memory },
    "deploy/systemd": {
      workers: Number(/^Environment=.*\bSERVICE_WORKERS=(\d+)/m.exec(unit)?.[1]),
      memory: /^MemoryMax=(.*)$/m.exec(unit)?.[1] ?? "",
    },
  };
};

/** Mebibytes as these files write them: `m` in Compose, `Mi` in Kubernetes, `M` in systemd. */
const mebibytes = (memory: string): number => Number(/^(\d+)(m|Mi|M)$/.exec(memory)?.[1]);

/** Mebibytes of an instance's processes at one moment, the workers from the largest. */
type Held = { readonly service: number; readonly workers: readonly number[]; readonly total: number };

const held = ({ pid, workers }: ServiceProcess): Held => {
  const own = heldMemory(pid) / MEBIBYTE;
  const each = workers().map((worker) => heldMemory(worker) / MEBIBYTE);
  return { service: own, workers: each.toSorted((a, b) => b - a), total: each.reduce((sum, one) => sum + one, own) };
};

/** The moment of the most memory while something runs. */
const peakDuring = async (service: ServiceProcess, run: () => Promise<unknown>): Promise<Held> => {
  let peak = held(service);
  const timer = setInterval(() => {
    const now = held(service);
    if (now.total > peak.total) peak = now;
  }, 3);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
  return peak;
};

type Job = { readonly image: Buffer; readonly options: RenderOptions };

/**
 * Sends jobs, so many at once, in the form that uses most memory in the service: base64 in JSON.
 * Every one is rendered.
 */
const sendAll = async ({ url }: ServiceProcess, jobs: readonly Job[], atOnce: number): Promise<void> => {
  const left = jobs.values();
  const caller = async () => {
    for (const { image, options } of left) {
      const body = JSON.stringify({ imageBase64: image.toString("base64"), ...options });
      const response = await fetch(`${url}/api/v1/render`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const text = await response.text();
      expect(response.ok, text.slice(0, 500)).toBe(true);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
};

/** Outputs of a mixed load: short, and the longest. */
const OUTPUTS: readonly RenderOptions[] = [
  { format: "text", columns: 120 },
  { format: "svg", color: true, columns: 400 },
  { format: "png", color: true, columns: 400 },
];

/** The path of jemalloc in Debian's package, which the image preloads. */
const JEMALLOC = ["x86_64", "aarch64"].map((arch) => `/usr/lib/${arch}-linux-gnu/libjemalloc.so.2`).find(existsSync);

const workers = grants()["compose.yaml"]!.workers;
/** Computed once, because it takes half a minute. */
let made: ReturnType<typeof worstPictures> | undefined;

afterAll(endServices);

test("the deployment files agree on workers and memory", () => {
  const all = Object.values(grants()).map(({ workers, memory }) => ({ workers, memory: mebibytes(memory) }));
  expect(all[0]?.memory).toBeGreaterThan(0);
  expect(all).toEqual(Array(4).fill(all[0]));
});

describe.each([
  ["glibc's allocator, as the systemd unit", ""],
  ["jemalloc, as the image", JEMALLOC],
])("an instance with %s", (_which, allocator) => {
  test("stays below its memory limit with the worst pictures of each format", async ({ skip }) => {
    if (allocator === undefined) {
      const sentence = "libjemalloc.so.2 is not installed. On Debian: apt-get install libjemalloc2.";
      if (process.env["CI"]) throw new Error(sentence);
      return skip(sentence);
    }
    made ??= worstPictures();
    const pictures = await made;
    const service = await startServiceProcess({
      ...(allocator && { LD_PRELOAD: allocator }),
      SERVICE_WORKERS: String(workers),
      SERVICE_CACHE: "memory",
      // on a slow machine, a render killed at its deadline would take less memory
      SERVICE_RENDER_DEADLINE_MS: "120000",
    });
    const peaks = new Map<string, Held>();
    const measure = async (what: string, jobs: readonly Job[], atOnce: number) => {
      const peak = await peakDuring(service, () => sendAll(service, jobs, atOnce));
      peaks.set(what, peak);
      const each = peak.workers.map(Math.round).join(" + ");
      console.log(`${what}: ${Math.round(peak.service)} + ${each} = ${Math.round(peak.total)} MiB`);
    };
    for (const [what, image] of Object.entries(pictures)) {
      // one column more each time, or outputs would come from the cache
      const jobs = Array.from({ length: workers }, (_, at) => ({ image, options: { columns: 100 + at } }));
      await measure(`${what}, ${workers} at once`, jobs, workers);
    }
    const turns = Object.values(pictures).map((image, at) => ({ image, options: OUTPUTS[at % OUTPUTS.length]! }));
    await measure("all of them, one after another", turns, 1);
    const mixed = OUTPUTS.map((options) => ({ ...options, contrast: 1.1 })).flatMap((options) =>
      Object.values(pictures).map((image) => ({ image, options })),
    );
    await measure(`all of them, as text, svg and png, ${workers} at once`, mixed, workers);
    const image = pictures["PNG, RGBA"]!;
    const large = Array.from({ length: 5 * workers }, (_, at) => ({ image, options: { columns: 80 + at } }));
    await measure("the largest upload, with a full queue", large, 5 * workers);
    const limit = Math.min(...Object.values(grants()).map(({ memory }) => mebibytes(memory)));
    // all workers were decoding at once, each with a picture's 4 bytes a pixel twice: a PNG is never shrunk as it is read
    expect(peaks.get(`PNG, RGBA, ${workers} at once`)!.workers[workers - 1]).toBeGreaterThan(
      (2 * 4 * 39_900_000) / MEBIBYTE,
    );
    for (const [what, { total }] of peaks) expect(total, what).toBeLessThan(limit);
    expect(await service.stop()).toMatchObject({ code: 0, errors: [] });
  }, 900_000);
});
