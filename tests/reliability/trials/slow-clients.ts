import { setTimeout } from "node:timers/promises";
import { figure, memory, milliseconds, none, wellWithin, within } from "../findings.ts";
import { load } from "../load/start-load.ts";
import { startServiceProcess } from "../service-process.ts";
import { openSlowClients, readSlowly } from "../slow-clients.ts";
import { defineTrial } from "../trial.ts";
import { heldMemory } from "../worker-processes.ts";

/** Clients that are as slow as possible. */
export const slowClients = defineTrial({
  name: "slow-clients",
  does: "headers that do not end, uploads that drip, answers that nobody reads, and some that are read slowly; and renders one after another meanwhile",
  quick: {
    "slow headers": 50,
    "dripping uploads": 10,
    "slow readers": 10,
    "readers at 150 kB a second": 1,
    "seconds alone": 3,
  },
  full: {
    "slow headers": 500,
    "dripping uploads": 100,
    "slow readers": 100,
    "readers at 150 kB a second": 4,
    "seconds alone": 12,
  },
  run: async ({ "slow headers": headers, "dripping uploads": uploads, "slow readers": readers, ...size }, say) => {
    const service = await startServiceProcess();
    const order = { port: service.port, target: "render", pace: { atOnce: 1 } } as const;
    await load(order, 2);
    const usual = await load(order, size["seconds alone"]);
    const before = heldMemory(service.pid);
    const slow = await openSlowClients(service.port, { headers, uploads, readers });
    say(`${slow.held()} connections are held`);
    const [opened, heldAtFirst] = [performance.now(), slow.held()];
    const meanwhile = await load(order, 9);
    const grown = heldMemory(service.pid) - before;
    while (slow.held() > 0 && performance.now() - opened < 60_000) await setTimeout(100);
    const closedAfter = performance.now() - opened;
    slow.stop();
    say(`${size["readers at 150 kB a second"]} clients read slowly`);
    const missing = await Promise.all(
      Array.from({ length: size["readers at 150 kB a second"] }, () => readSlowly(service.port, 150_000)),
    );
    const { code } = await service.stop();
    const refused = meanwhile.sent - meanwhile.accepted.count;
    return [
      none("slow clients that could not connect", headers + uploads + readers - heldAtFirst),
      none("renders meanwhile that failed", refused === 0 ? meanwhile.faults : refused),
      figure("a render, alone", `99 % in ${milliseconds(usual.accepted.p99)}`),
      within("a render, meanwhile: 99 % in", meanwhile.accepted.p99, 2 * usual.accepted.p99),
      wellWithin("the last of their connections closed after", closedAfter, 45_000),
      none(
        "bytes that slow but steady readers of megabytes did not get",
        missing.reduce((sum, bytes) => sum + bytes, 0),
      ),
      memory("memory that the service has grown by", grown, 100),
      none("exit code", code ?? 1),
    ];
  },
});
