import { describe, expect, test } from "vitest";
import { createTraceExport, type OnSent, type SpanRecord, type SpanSender } from "./trace-export.ts";

const spans = (count: number): readonly SpanRecord[] => Array.from({ length: count }, () => ({}) as SpanRecord);

const exportOn = (sender: Partial<SpanSender> = {}) => {
  const said: string[] = [];
  const sent: number[] = [];
  let tell: OnSent = () => {};
  const traceExport = createTraceExport({
    load: async (onSent) => {
      tell = onSent;
      return { send: (some) => void sent.push(some.length), stop: async () => {}, ...sender };
    },
    log: { info: (sentence) => said.push(`info: ${sentence}`), warn: (sentence) => said.push(`warn: ${sentence}`) },
  });
  return { traceExport, said, sent, tell: (count: number, taken: boolean) => tell(count, taken) };
};

const loaded = () => new Promise((resolve) => setImmediate(resolve));

describe("trace export", () => {
  test("hands spans on, those too that came before it was loaded", async () => {
    const { traceExport, sent } = exportOn();
    traceExport.offer(spans(3));
    expect(sent).toEqual([]);
    await loaded();
    traceExport.offer(spans(2));
    expect(sent).toEqual([3, 2]);
    expect(traceExport.status()).toEqual({ state: "on", spans: { exported: 0, failed: 0, dropped: 0, waiting: 5 } });
  });

  test("counts what was taken and what was not, and says so when that changes", async () => {
    const { traceExport, tell, said } = exportOn();
    await loaded();
    traceExport.offer(spans(20));
    tell(8, true);
    tell(4, false);
    tell(4, false);
    expect(traceExport.status()).toEqual({
      state: "failing",
      spans: { exported: 8, failed: 8, dropped: 0, waiting: 4 },
    });
    tell(4, true);
    expect(traceExport.status()).toEqual({ state: "on", spans: { exported: 12, failed: 8, dropped: 0, waiting: 0 } });
    expect(said).toEqual([
      "warn: The trace receiver accepts no spans.",
      "info: The trace receiver accepts spans again.",
    ]);
  });

  test("drops a trace whole where 256 would be too few, and counts it", async () => {
    const { traceExport, sent, tell } = exportOn();
    await loaded();
    traceExport.offer(spans(250));
    expect(traceExport.hasRoom()).toBe(false);
    traceExport.offer(spans(7));
    expect(traceExport.status().spans).toEqual({ exported: 0, failed: 0, dropped: 7, waiting: 250 });
    traceExport.offer(spans(6));
    expect(sent).toEqual([250, 6]);
    tell(64, true);
    expect(traceExport.hasRoom()).toBe(true);
  });

  test("drops all where it cannot be loaded, with one sentence", async () => {
    const said: string[] = [];
    const log = { info: () => {}, warn: (sentence: string) => void said.push(sentence) };
    const traceExport = createTraceExport({ load: () => Promise.reject(new Error("no such module")), log });
    traceExport.offer(spans(3));
    await loaded();
    traceExport.offer(spans(2));
    expect([traceExport.hasRoom(), traceExport.status()]).toEqual([
      false,
      { state: "failing", spans: { exported: 0, failed: 0, dropped: 5, waiting: 0 } },
    ]);
    expect(said).toEqual(["Trace export failed to load: nothing is exported."]);
  });

  test("ends when the last spans are sent, and does not wait for them for ever", async () => {
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
