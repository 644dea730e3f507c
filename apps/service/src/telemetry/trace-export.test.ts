import { describe, expect, test } from "vitest";
import { createTraceExport, type OnSent, type SpanRecord, type SpanSender } from "./trace-export.ts";

const spans = (count: number): readonly SpanRecord[] => Array.from({ length: count }, () => ({}) as SpanRecord);

const exportOn = (sender: Partial<SpanSender> = {}) => {
  const logged: string[] = [];
  const sent: number[] = [];
  let report: OnSent = () => {};
  const traceExport = createTraceExport({
    load: async (onSent) => {
      report = onSent;
      return { send: (some) => void sent.push(some.length), stop: async () => {}, ...sender };
    },
    log: { info: (sentence) => logged.push(`info: ${sentence}`), warn: (sentence) => logged.push(`warn: ${sentence}`) },
  });
  return { traceExport, logged, sent, report: (count: number, taken: boolean) => report(count, taken) };
};

const loaded = () => new Promise((resolve) => setImmediate(resolve));

describe("trace export", () => {
  test("exports spans, including those from before it was loaded", async () => {
    const { traceExport, sent } = exportOn();
    traceExport.offer(spans(3));
    expect(sent).toEqual([]);
    await loaded();
    traceExport.offer(spans(2));
    expect(sent).toEqual([3, 2]);
    expect(traceExport.status()).toEqual({ state: "on", spans: { exported: 0, failed: 0, dropped: 0, waiting: 5 } });
  });

  test("counts exported and failed spans, and logs when that changes", async () => {
    const { traceExport, report, logged } = exportOn();
    await loaded();
    traceExport.offer(spans(20));
    report(8, true);
    report(4, false);
    report(4, false);
    expect(traceExport.status()).toEqual({
      state: "failing",
      spans: { exported: 8, failed: 8, dropped: 0, waiting: 4 },
    });
    report(4, true);
    expect(traceExport.status()).toEqual({ state: "on", spans: { exported: 12, failed: 8, dropped: 0, waiting: 0 } });
    expect(logged).toEqual([
      "warn: The trace receiver accepts no spans.",
      "info: The trace receiver accepts spans again.",
    ]);
  });

  test("drops a whole trace that would exceed 256 spans, and counts it", async () => {
    const { traceExport, sent, report } = exportOn();
    await loaded();
    traceExport.offer(spans(250));
    expect(traceExport.hasRoom()).toBe(false);
    traceExport.offer(spans(7));
    expect(traceExport.status().spans).toEqual({ exported: 0, failed: 0, dropped: 7, waiting: 250 });
    traceExport.offer(spans(6));
    expect(sent).toEqual([250, 6]);
    report(64, true);
    expect(traceExport.hasRoom()).toBe(true);
  });

  test("drops everything if it cannot be loaded, with one log line", async () => {
    const logged: string[] = [];
    const log = { info: () => {}, warn: (sentence: string) => void logged.push(sentence) };
    const traceExport = createTraceExport({ load: () => Promise.reject(new Error("no such module")), log });
    traceExport.offer(spans(3));
    await loaded();
    traceExport.offer(spans(2));
    expect([traceExport.hasRoom(), traceExport.status()]).toEqual([
      false,
      { state: "failing", spans: { exported: 0, failed: 0, dropped: 5, waiting: 0 } },
    ]);
    expect(logged).toEqual(["Trace export failed to load: nothing is exported."]);
  });

  test("ends once the last spans are sent, with a time limit", async () => {
    let flushed = false;
    const prompt = exportOn({
      stop: async () => {
        flushed = true;
      },
    });
    await prompt.traceExport.stop();
    expect(flushed).toBe(true);
    prompt.traceExport.offer(spans(1));
    expect(prompt.traceExport.status().spans.dropped).toBe(1);
    const stuck = exportOn({ stop: () => new Promise(() => {}) });
    const begun = performance.now();
    await stuck.traceExport.stop();
    expect(performance.now() - begun).toBeLessThan(2500);
  });
});
