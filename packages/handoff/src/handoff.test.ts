import { HANDOFF_PROTOCOL } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { createHandoff, frameOf, SESSION, settle, TRACE_ID } from "../../../tests/support/two-sides.ts";
import { linesOf } from "./frame.ts";

/** A message that the receiver might send. */
const told = (type: string, fields: object = {}) => ({
  protocol: HANDOFF_PROTOCOL,
  session: SESSION,
  traceId: TRACE_ID,
  type,
  ...fields,
});

const typesOf = (messages: readonly object[]) => messages.map((message) => (message as { type: string }).type);

describe("a handoff", () => {
  test("begins when the receiver has loaded, and hands over what was drawn", async () => {
    const { sender, receive, received, states, heard } = createHandoff();
    sender.offer(frameOf(7));
    receive();
    await settle();
    expect(states).toEqual([{ name: "streaming" }]);
    expect(heard).toEqual([{ name: "streaming" }]);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ seq: 0, columns: 8, rows: 1, codebook: " .:@", drawnAt: 7, mediaTime: null });
    expect(linesOf(received[0]!)).toEqual(["@.:@    "]);
    expect([...received[0]!.rgb!]).toEqual(new Array(24).fill(7));
    expect(sender.figures()).toEqual({ offered: 1, sent: 1, acknowledged: 1, overwritten: 0, bytes: 32 });
  });

  test("greets a receiver that is late until it answers", () => {
    const { time, ports, receive, states } = createHandoff();
    time.pass(1000);
    expect(typesOf(ports.toReceiver)).toEqual(["hello", "hello", "hello", "hello"]);
    receive();
    expect(states).toEqual([{ name: "streaming" }]);
    time.pass(1000);
    expect(typesOf(ports.toReceiver).filter((type) => type === "hello")).toHaveLength(5);
  });

  test("hands over in base64 where the receiver asks for it", async () => {
    const { sender, receive, received } = createHandoff();
    receive({ encoding: "rgb24-b64-v1" });
    sender.offer(frameOf(5));
    await settle();
    expect([...received[0]!.cells]).toEqual([1, 1, 2, 3, 0, 0, 0, 0]);
    expect([...received[0]!.rgb!]).toEqual(new Array(24).fill(5));
  });

  test("of one frame is over when that has arrived", async () => {
    const { sender, receive, received, states, heard, ports } = createHandoff("latest-frame");
    receive();
    sender.offer(frameOf(1));
    await settle();
    expect(received).toHaveLength(1);
    expect(states.at(-1)).toEqual({ name: "closed", reason: "complete" });
    expect(heard.at(-1)).toEqual({ name: "closed", reason: "complete" });
    expect(ports.listening()).toEqual([0, 0]);
  });

  test("of one frame is of one frame, however many were offered", async () => {
    const { time, sender, receive, received } = createHandoff("latest-frame");
    receive({ onFrame: (frame) => received.push(frame) && new Promise(() => {}) });
    for (const mark of [1, 2, 3]) {
      sender.offer(frameOf(mark));
      time.pass(300);
    }
    expect(received.map(({ drawnAt }) => drawnAt)).toEqual([1]);
  });

  test("tells ink and ground, and has its own where nobody does", async () => {
    const { sender, receive, received, ports } = createHandoff();
    receive();
    sender.offer({ ...frameOf(1), rgb: null, ink: 0x232838, ground: 0xf5f2ea });
    await settle();
    ports.sender.post(
      told("frame", { seq: 9, t: 1, cols: 8, rows: 1, codebook: " ", cells: new ArrayBuffer(8), paramsRev: 0 }),
      [],
    );
    await settle();
    expect(received.map(({ rgb, ink, ground }) => [rgb, ink, ground])).toEqual([
      [null, 0x232838, 0xf5f2ea],
      [null, 0xe5e5e5, 0x000000],
    ]);
  });

  test("rests from the first moment on where the source already does", () => {
    const { sender, receive, heard } = createHandoff();
    sender.pause("frozen");
    receive();
    expect(heard.map(({ name }) => name)).toEqual(["streaming", "paused"]);
    sender.resume("thawed");
    expect(heard.at(-1)).toEqual({ name: "streaming" });
  });

  test("rests while the source does, and hands over what is drawn anew meanwhile", async () => {
    const { sender, receive, received, heard } = createHandoff();
    receive();
    sender.pause("paused");
    sender.offer(frameOf(1));
    await settle();
    expect(received).toHaveLength(1);
    sender.resume("playing");
    expect(heard.map(({ name }) => name)).toEqual(["streaming", "paused", "streaming"]);
  });

  test("goes on with a receiver whose page was loaded anew, whether that says so or not", async () => {
    for (const announced of [true, false]) {
      const { time, sender, receive, states, ports } = createHandoff();
      receive({ onFrame: () => new Promise(() => {}) });
      sender.offer(frameOf(1));
      ports.leave("receiver");
      if (!announced) ports.loseNext("receiver");
      const again: number[] = [];
      receive({ onFrame: ({ drawnAt }) => again.push(drawnAt) });
      time.pass(2500);
      sender.offer(frameOf(2));
      await settle();
      expect(again).toEqual([2]);
      expect(states.map(({ name }) => name)).toEqual(["streaming", "greeting", "streaming"]);
    }
  });

  test("is over for both when either stops it", () => {
    for (const who of ["sender", "receiver"] as const) {
      const { sender, receive, states, heard, ports } = createHandoff();
      const receiver = receive();
      (who === "sender" ? sender : receiver).stop("person");
      expect(states.at(-1)).toEqual({ name: "closed", reason: "person" });
      expect(heard.at(-1)).toEqual({ name: "closed", reason: "person" });
      expect(ports.listening()).toEqual([0, 0]);
    }
  });
});

describe("a receiver that is slow", () => {
  test("is sent no more than it has room for, and then the newest", async () => {
    const { time, sender, receive } = createHandoff();
    const taken: (() => void)[] = [];
    const marks: number[] = [];
    receive({
      onFrame: ({ drawnAt }) => {
        marks.push(drawnAt);
        return new Promise<void>((resolve) => taken.push(resolve));
      },
    });
    for (let mark = 1; mark <= 10; mark++) {
      sender.offer(frameOf(mark));
      time.pass(16);
    }
    expect(marks).toEqual([1, 2]);
    taken.shift()!();
    await settle();
    expect(marks).toEqual([1, 2, 10]);
    expect(sender.figures()).toMatchObject({ offered: 10, sent: 3, overwritten: 7 });
  });

  test("that stumbles over a frame gets the next one", async () => {
    const { sender, receive } = createHandoff();
    const stumbled: Promise<unknown>[] = [];
    const marks: number[] = [];
    receive({
      credits: 1,
      onFrame: ({ drawnAt }) => {
        marks.push(drawnAt);
        // the rejection does not matter here
        const failing = drawnAt === 1 ? Promise.reject(new Error("stumbled")) : Promise.resolve();
        stumbled.push(failing.catch(() => {}));
        return failing;
      },
    });
    const unheard = new Promise((resolve) => process.once("unhandledRejection", resolve));
    sender.offer(frameOf(1));
    await settle();
    sender.offer(frameOf(2));
    await settle();
    expect(marks).toEqual([1, 2]);
    expect(await unheard).toMatchObject({ message: "stumbled" });
  });

  test("gets as many frames a second as it asks for", async () => {
    const { time, sender, receive, received } = createHandoff();
    receive({ maxFps: 10 });
    for (let mark = 0; mark < 60; mark++) {
      sender.offer(frameOf(mark));
      await settle();
      time.pass(17);
    }
    expect(received.length).toBeGreaterThanOrEqual(9);
    expect(received.length).toBeLessThanOrEqual(14);
  });

  test("and stops answering is given up within seven seconds", async () => {
    const { time, sender, ports, states } = createHandoff();
    ports.receiver.post(told("ready", { version: 1, encoding: "rgb24-u8", credits: 2 }), []);
    sender.offer(frameOf(1));
    time.pass(5900);
    expect(states).toEqual([{ name: "streaming" }]);
    expect(typesOf(ports.toReceiver).filter((type) => type === "ping")).toHaveLength(2);
    time.pass(1000);
    expect(states.at(-1)).toEqual({ name: "failed", code: "receiver_stalled" });
  });

  test("but answers pings is not given up", () => {
    const { time, receive, states } = createHandoff();
    receive({ onFrame: () => new Promise(() => {}) });
    time.pass(30_000);
    expect(states).toEqual([{ name: "streaming" }]);
  });
});

describe("a receiver that fails", () => {
  test("by never answering is given up after ten seconds", () => {
    const { time, states } = createHandoff();
    time.pass(9900);
    expect(states).toEqual([]);
    time.pass(400);
    expect(states).toEqual([{ name: "failed", code: "receiver_timeout" }]);
  });

  test("by being cut off, or by being closed", () => {
    const severed = createHandoff();
    severed.window.closed = true;
    severed.time.pass(250);
    expect(severed.states).toEqual([{ name: "failed", code: "receiver_unreachable" }]);
    const closed = createHandoff();
    closed.receive();
    closed.window.closed = true;
    closed.time.pass(250);
    expect(closed.states.at(-1)).toEqual({ name: "failed", code: "receiver_closed" });
  });

  test("by being closed after it was heard of, which no cut-off one is", () => {
    const { ports, window, time, states } = createHandoff();
    ports.receiver.post({ protocol: HANDOFF_PROTOCOL, traceId: TRACE_ID, type: "boot" }, []);
    window.closed = true;
    time.pass(250);
    expect(states).toEqual([{ name: "failed", code: "receiver_closed" }]);
  });

  test("by speaking another version", () => {
    const { ports, states } = createHandoff();
    ports.receiver.post(told("ready", { version: 2, encoding: "rgb24-u8", credits: 2 }), []);
    expect(states).toEqual([{ name: "failed", code: "version_mismatch" }]);
  });
});

describe("a receiver that lies", () => {
  test("gets no credit for frames that were never sent, nor twice for one, nor more than four in all", () => {
    const { time, sender, ports } = createHandoff();
    ports.receiver.post(told("ready", { version: 1, encoding: "rgb24-u8", credits: 4 }), []);
    for (let seq = 0; seq < 100; seq++) ports.receiver.post(told("ack", { seq, credits: 4 }), []);
    const offer = (count: number) => {
      for (let mark = 0; mark < count; mark++) {
        sender.offer(frameOf(mark));
        time.pass(10);
      }
    };
    offer(10);
    expect(sender.figures().sent).toBe(4);
    for (let again = 0; again < 3; again++) ports.receiver.post(told("ack", { seq: 0, credits: 4 }), []);
    offer(10);
    expect(sender.figures().sent).toBe(5);
  });

  test("about the trace is not heard", () => {
    const { ports, states } = createHandoff();
    const foreign = { traceId: TRACE_ID.replace("0", "1") };
    ports.receiver.post({ ...told("ready", { version: 1, encoding: "rgb24-u8", credits: 2 }), ...foreign }, []);
    expect(states).toEqual([]);
  });

  test("about the session is not heard", () => {
    const { ports, states } = createHandoff();
    const foreign = { session: SESSION.replace("9", "8") };
    ports.receiver.post({ ...told("ready", { version: 1, encoding: "rgb24-u8", credits: 2 }), ...foreign }, []);
    ports.receiver.post({ ...told("close", { reason: "x" }), ...foreign }, []);
    expect(states).toEqual([]);
  });

  test("and floods is not listened to for the rest of the second", () => {
    const { ports, time } = createHandoff();
    for (let n = 0; n < 1000; n++) ports.receiver.post(told("ping", { n, t: 0 }), []);
    expect(typesOf(ports.toReceiver).filter((type) => type === "pong")).toHaveLength(240);
    time.pass(1000);
    ports.receiver.post(told("ping", { n: 1, t: 0 }), []);
    expect(typesOf(ports.toReceiver).filter((type) => type === "pong")).toHaveLength(241);
  });
});

describe("a sender that lies", () => {
  const frame = (fields: object) =>
    told("frame", {
      seq: 5,
      t: 1,
      cols: 8,
      rows: 1,
      codebook: " .",
      cells: new ArrayBuffer(8),
      paramsRev: 0,
      ...fields,
    });

  test("sends frames again, out of order or of another session: none is shown", async () => {
    const { sender, ports, receive, received } = createHandoff();
    receive();
    sender.stop("gone");
    const second = createHandoff();
    second.receive();
    second.ports.sender.post(frame({}), []);
    for (const seq of [5, 4, 0]) second.ports.sender.post(frame({ seq }), []);
    second.ports.sender.post({ ...frame({ seq: 9 }), session: SESSION.replace("9", "8") }, []);
    second.ports.sender.post({ ...frame({ seq: 9 }), traceId: TRACE_ID.replace("0", "1") }, []);
    await settle();
    expect(second.received.map(({ seq }) => seq)).toEqual([5]);
    ports.sender.post(frame({ seq: 6 }), []);
    expect(received).toEqual([]);
  });

  test("sends cells that name no glyph: it is not shown, and later ones are", async () => {
    const { ports, receive, received } = createHandoff();
    receive();
    ports.sender.post(frame({ cells: new Uint8Array(8).fill(2).buffer }), []);
    ports.sender.post(frame({ seq: 6 }), []);
    await settle();
    expect(received.map(({ seq }) => seq)).toEqual([6]);
  });

  test("sends base64 with stray bits: it is not shown, and nothing is thrown", async () => {
    const { ports, receive, received } = createHandoff();
    receive({ encoding: "rgb24-b64-v1" });
    ports.sender.post(frame({ cells: "AAAAAAAAAAB=" }), []);
    ports.sender.post(frame({ seq: 6, cells: "AAAAAAAAAAA=", rgb: "AAAA".repeat(8) }), []);
    await settle();
    expect(received.map(({ seq }) => seq)).toEqual([6]);
  });

  test("cannot greet a second time for another session", () => {
    const { ports, receive, heard } = createHandoff();
    receive();
    const hello = { versions: [1], mode: "webcam-stream", source: "studio", encodings: ["rgb24-u8"], maxFps: 30 };
    ports.sender.post({ ...told("hello", hello), session: SESSION.replace("9", "8") }, []);
    expect(heard).toEqual([{ name: "streaming" }]);
    expect(typesOf(ports.toSender).filter((type) => type === "ready")).toHaveLength(1);
  });
});
