import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isRunning, jobOf, misbehavingPool, runs } from "../../testing/pool-parts.ts";
import { createQuarantine, createRenderPool, createWaitList, type PoolParts } from "./render-pool.ts";

const { signal: never } = new AbortController();
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A pool with all workers ready, and a function that renders words and returns the process id. */
const startPool = async (given: Partial<PoolParts> = {}) => {
  const parts = { ...misbehavingPool(), ...given };
  const pool = createRenderPool(parts);
  stops.push(pool.stop);
  await pool.start();
  await whole(pool, parts.workers);
  const run = async (words: string, signal = never) =>
    Number(Buffer.from((await pool.render(jobOf(words), signal)).body).toString());
  return { ...pool, run, lines: parts.lines };
};

const whole = (pool: { readonly alive: () => number }, workers = 2) =>
  vi.waitFor(() => expect(pool.alive()).toBe(workers), { timeout: 10_000, interval: 10 });

/** Waits until the spare worker is ready, too: each worker sends one greeting. */
const spareReady = (lines: readonly string[]) =>
  vi.waitFor(() => expect(lines.filter((line) => line === "warn: hello")).toHaveLength(3), { timeout: 10_000 });

const since = async (work: () => Promise<unknown>) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a pool", () => {
  test("renders in other processes, warm ones first", async () => {
    const { run, lines } = await startPool();
    const pids = [await run("draw"), await run("draw"), await run("draw")];
    expect(new Set(pids).size).toBe(1);
    expect(pids[0]).not.toBe(process.pid);
    expect(lines.filter((line) => line !== "warn: hello")).toEqual([]);
  });

  test("gives each worker one job at a time", async () => {
    const { run, lines } = await startPool();
    await spareReady(lines);
    const pids = await Promise.all(Array.from({ length: 6 }, () => run("sleep 100")));
    // two and the spare
    expect(new Set(pids).size).toBe(3);
    expect(await since(() => Promise.all(Array.from({ length: 6 }, () => run("sleep 100"))))).toBeGreaterThan(190);
  });

  test("reports a worker's error and keeps the worker", async () => {
    const { run } = await startPool();
    const pid = await run("draw");
    await expect(run("fail")).rejects.toThrow("a fault of our own");
    expect(await run("draw")).toBe(pid);
  });

  test("drains a worker's stderr flood without repeating it", async () => {
    const { run, lines } = await startPool();
    const pid = await run("shout 3000000");
    expect(await run("draw")).toBe(pid);
    expect(lines.some((line) => line.includes("xxx"))).toBe(false);
  });
});

describe("a render past its deadline", () => {
  test("is rejected without a retry, and its worker is replaced", async () => {
    const pool = await startPool({ deadlineMs: 300 });
    const pid = await pool.run("draw");
    const elapsed = await since(() => expect(pool.run("hang")).rejects.toMatchObject({ code: "render_deadline" }));
    expect(elapsed).toBeGreaterThanOrEqual(295);
    expect(elapsed).toBeLessThan(5000);
    await expect.poll(() => isRunning(pid)).toBe(false);
    await whole(pool);
    expect(await pool.run("draw")).not.toBe(pid);
  });

  test("is rejected even if its worker is stopped, and the pool recovers", async () => {
    const pool = await startPool({ deadlineMs: 300 });
    const pid = await pool.run("draw");
    process.kill(pid, "SIGSTOP");
    const elapsed = await since(() => expect(pool.run("draw")).rejects.toMatchObject({ code: "render_deadline" }));
    expect(elapsed).toBeLessThan(5000);
    await expect.poll(() => isRunning(pid)).toBe(false);
    await whole(pool);
    expect(await pool.run("draw")).not.toBe(pid);
  });

  test("does not count time spent waiting for a worker", async () => {
    const deadlineMs = 2500;
    const { run } = await startPool({ deadlineMs, workers: 1 });
    // with the spare worker eight rounds: longer than the deadline, but well within the wait for a
    // worker
    const elapsed = await since(() => Promise.all(Array.from({ length: 16 }, () => run("sleep 400"))));
    expect(elapsed).toBeGreaterThan(deadlineMs);
  });
});

describe("a worker that dies", () => {
  test("during a job is replaced, and another worker does the job", async () => {
    const pool = await startPool();
    const pid = await pool.run("draw");
    const drawing = pool.run("sleep 300");
    await pause(100);
    process.kill(pid, "SIGKILL");
    expect(await drawing).not.toBe(pid);
    await whole(pool);
    expect(pool.lines).toContain("warn: A render worker ended (SIGKILL) and is replaced.");
  });

  test("while idle is replaced unnoticed", async () => {
    const pool = await startPool();
    const pid = await pool.run("draw");
    process.kill(pid, "SIGKILL");
    expect(await pool.run("draw")).not.toBe(pid);
    await whole(pool);
  });

  test("hands its job to an unused worker", async () => {
    const { run, lines } = await startPool();
    await spareReady(lines);
    // two have been used, the spare has not
    const pids = await Promise.all([run("sleep 100"), run("sleep 100")]);
    const pid = await run("dieIfUsed");
    expect(pids).not.toContain(pid);
  });

  test.each(["die", "leave 0", "babble", "lie"])(
    "twice on the same image (%s) gets the image refused",
    async (words) => {
      const pool = await startPool();
      await expect(pool.run(words)).rejects.toMatchObject({ code: "image_unreadable" });
      await whole(pool);
      const logged = pool.lines.length;
      // without another attempt, so no further worker crashes
      for (let count = 0; count < 3; count++)
        await expect(pool.run(words)).rejects.toMatchObject({ code: "image_unreadable" });
      expect(pool.lines).toHaveLength(logged);
      expect(await pool.run("draw")).toBeGreaterThan(0);
    },
  );

  test("from an external kill counts little against an image: only five in a row refuse it", async () => {
    const pool = await startPool();
    const folder = mkdtempSync(join(tmpdir(), "lumiglyph-pool-"));
    expect(await pool.run(`killed 4 ${folder}/four`)).toBeGreaterThan(0);
    await expect(pool.run(`killed 9 ${folder}/nine`)).rejects.toMatchObject({ code: "image_unreadable" });
    expect(statSync(`${folder}/nine`).size).toBe(5);
    rmSync(folder, { recursive: true });
  });

  test("never loses another job", async () => {
    const pool = await startPool();
    const others = Array.from({ length: 20 }, (_, at) => pool.run(`sleep ${at * 5}`));
    const poison = expect(pool.run("die")).rejects.toMatchObject({ code: "image_unreadable" });
    expect(await Promise.all(others)).toHaveLength(20);
    await poison;
  });
});

describe("a client that disconnects", () => {
  test("while its job waits removes the job", async () => {
    const { run } = await startPool({ workers: 1 });
    const busy = [run("sleep 200"), run("sleep 200")];
    const gone = new AbortController();
    const waiting = run("die", gone.signal);
    gone.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    await expect(run("draw", gone.signal)).rejects.toThrow("gone");
    expect(await Promise.all(busy)).toHaveLength(2);
  });

  test("shortly before its render ends leaves the worker alive", async () => {
    const { run } = await startPool({ workers: 1 });
    const pid = await run("draw");
    const gone = new AbortController();
    const drawing = run("sleep 200", gone.signal);
    await pause(50);
    gone.abort(new Error("gone"));
    await expect(drawing).rejects.toThrow("gone");
    await pause(400);
    expect(isRunning(pid)).toBe(true);
    expect(await run("draw")).toBe(pid);
  });

  test("long before its render ends gets the worker killed and replaced", async () => {
    const pool = await startPool({ workers: 1 });
    const pid = await pool.run("draw");
    const gone = new AbortController();
    const drawing = pool.run("hang", gone.signal);
    await pause(50);
    gone.abort(new Error("gone"));
    await expect(drawing).rejects.toThrow("gone");
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 30_000 });
    await whole(pool, 1);
    expect(await pool.run("draw")).not.toBe(pid);
  });
});

describe("a worker due for replacement", () => {
  /** Renders one by one, until enough workers had a turn, and returns their process ids; the pool must stay complete. */
  const drawMany = async (
    pool: Awaited<ReturnType<typeof startPool>>,
    words: string,
    times: number,
    workers = Number.POSITIVE_INFINITY,
  ) => {
    const pids: number[] = [];
    await spareReady(pool.lines);
    for (let count = 0; count < times && new Set(pids).size < workers; count++) {
      pids.push(await pool.run(words));
      expect(pool.alive()).toBe(2);
      await pause(20);
    }
    return pids;
  };

  test("after its maximum number of renders is replaced without shrinking the pool", async () => {
    const pool = await startPool({ limits: { renders: 4, idleBytes: 1e9 } });
    const pids = await drawMany(pool, "draw", 1000, 3);
    expect(new Set(pids).size).toBe(3);
    await vi.waitFor(() => expect(isRunning(pids[0] ?? 0)).toBe(false), { timeout: 10_000 });
    expect(pool.lines.filter((line) => line !== "warn: hello")).toEqual([]);
  });

  test("because of its memory use is replaced", async () => {
    const pool = await startPool({ limits: { renders: 1000, idleBytes: 1e9 } });
    const pids = await drawMany(pool, "grow 999999999", 10);
    expect(new Set(pids).size).toBe(1);
    const pid = await pool.run("grow 1000000001");
    expect(await pool.run("draw")).not.toBe(pid);
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 });
  });
});

describe("workers that cannot start", () => {
  const broken = { file: process.execPath, args: ["-e", "throw new RangeError('out of luck')"] };

  test("fail the start with a message", async () => {
    const parts = misbehavingPool();
    const pool = createRenderPool({ ...parts, command: broken });
    await expect(pool.start()).rejects.toThrow(
      "A render worker did not start (exit code 1: RangeError: out of luck). The service cannot run without one.",
    );
    await pool.stop();
    expect(parts.lines).toHaveLength(3);
  });

  test("fail the start if the program does not exist", async () => {
    const pool = createRenderPool({ ...misbehavingPool(), command: { file: "/no/such/program", args: [] } });
    await expect(pool.start()).rejects.toThrow("ENOENT");
    await pool.stop();
  });

  test("are retried with growing delays, and the pool recovers once they start", async () => {
    const command = { ...runs("misbehaving-worker.ts") };
    const works = command.args;
    const pool = await startPool({ command, workers: 1, deadlineMs: 3000 });
    const pids = [await pool.run("draw")];
    Object.assign(command, broken);
    // the spare takes over, then none is left
    for (const pid of pids) process.kill(pid, "SIGKILL");
    pids.push(await pool.run("draw"));
    process.kill(pids[1] ?? 0, "SIGKILL");
    await expect.poll(() => pool.alive()).toBe(0);
    await expect(pool.run("draw")).rejects.toMatchObject({ code: "overloaded" });
    const failures = () => pool.lines.filter((line) => line.startsWith("error"));
    await expect.poll(() => failures().length).toBeGreaterThan(3);
    await pause(1000);
    expect(failures().length).toBeLessThan(10);
    expect(failures()[3]).toBe(
      "error: A render worker did not start (exit code 1: RangeError: out of luck). Next attempt: in 0.5 s.",
    );
    Object.assign(command, { args: works });
    await whole(pool, 1);
    expect(await pool.run("draw")).toBeGreaterThan(0);
  });
});

describe("a pool that stops", () => {
  test("finishes running and waiting jobs and leaves no process behind", async () => {
    const pool = await startPool({ workers: 1 });
    const drawing = Array.from({ length: 5 }, () => pool.run("sleep 150"));
    await pause(30);
    await pool.stop();
    const pids = await Promise.all(drawing);
    expect(pids.filter(isRunning)).toEqual([]);
    expect(pool.alive()).toBe(0);
  });

  test("kills workers that do not exit, even those still starting", async () => {
    const pool = await startPool({ workers: 1 });
    const pid = await pool.run("draw");
    process.kill(pid, "SIGSTOP");
    const elapsed = await since(pool.stop);
    expect(isRunning(pid)).toBe(false);
    expect(elapsed).toBeLessThan(4000);
    const early = createRenderPool(misbehavingPool());
    const started = early.start();
    expect(await since(early.stop)).toBeLessThan(2000);
    await Promise.race([started, pause(50)]);
  });
});

describe("createQuarantine", () => {
  const image = (text: string) => Buffer.from(text);

  test("refuses an image by its digest for ten minutes", () => {
    let now = 5;
    const quarantine = createQuarantine(() => now);
    expect(quarantine.holds(image("poison"))).toBe(false);
    quarantine.add(image("poison"));
    expect(quarantine.holds(image("poison"))).toBe(true);
    expect(quarantine.holds(image("Poison"))).toBe(false);
    expect(quarantine.holds(image("poison "))).toBe(false);
    now += 599_999;
    expect(quarantine.holds(image("poison"))).toBe(true);
    now += 1;
    expect(quarantine.holds(image("poison"))).toBe(false);
  });

  test("remembers a limited number of images and forgets the oldest first", () => {
    const quarantine = createQuarantine(() => 0, { ms: 1000, images: 2 });
    for (const text of ["a", "b", "a", "c"]) quarantine.add(image(text));
    expect(["a", "b", "c"].map((text) => quarantine.holds(image(text)))).toEqual([true, false, true]);
  });

  test("refuses an image added again for ten minutes from then", () => {
    let now = 0;
    const quarantine = createQuarantine(() => now);
    quarantine.add(image("poison"));
    now = 400_000;
    quarantine.add(image("poison"));
    now = 900_000;
    expect(quarantine.holds(image("poison"))).toBe(true);
  });
});

describe("createWaitList", () => {
  const { signal: never } = new AbortController();

  describe("waiting jobs", () => {
    test("are served in order of arrival", async () => {
      const waiting = createWaitList<string>();
      const both = [waiting.wait(never, 5000), waiting.wait(never, 5000)];
      expect([waiting.serve("a"), waiting.serve("b"), waiting.serve("c")]).toEqual([true, true, false]);
      expect(await Promise.all(both)).toEqual(["a", "b"]);
    });

    test("leave with their signal's reason and pass their turn on", async () => {
      const waiting = createWaitList<string>();
      const gone = new AbortController();
      const [first, second] = [waiting.wait(gone.signal, 5000), waiting.wait(never, 5000)];
      gone.abort(new Error("gone"));
      await expect(first).rejects.toThrow("gone");
      expect(waiting.serve("a")).toBe(true);
      expect(await second).toBe("a");
    });

    test("are rejected as overloaded when their time is up", async () => {
      const waiting = createWaitList<string>();
      await expect(waiting.wait(never, 10)).rejects.toMatchObject({ code: "overloaded" });
      expect(waiting.serve("a")).toBe(false);
    });
  });
});
