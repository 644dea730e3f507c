import { describe, expect, test } from "vitest";
import { createHandoff, frameOf, SESSION, settle, TRACE_ID } from "../../../tests/support/two-sides.ts";
import { linesOf } from "./frame.ts";
import { HANDOFF_PROTOCOL } from "./messages.ts";

/** A message that the receiver might send. */
const messageOf = (type: string, fields: object = {}) => ({
  protocol: HANDOFF_PROTOCOL,
  session: SESSION,
  traceId: TRACE_ID,
  type,
  ...fields,
});

const typesOf = (messages: readonly object[]) => messages.map((message) => (message as { type: string }).type);

describe("a handoff", () => {
  test("starts when the receiver has loaded, and delivers the rendered frame", async () => {
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

  test("greets a late receiver until it responds", () => {
    const { time, ports, receive, states } = createHandoff();
    time.pass(1000);
    expect(typesOf(ports.toReceiver)).toEqual(["hello", "hello", "hello", "hello"]);
    receive();
    expect(states).toEqual([{ name: "streaming" }]);
    time.pass(1000);
    expect(typesOf(ports.toReceiver).filter((type) => type === "hello")).toHaveLength(5);
  });

  test("sends base64 if the receiver asks for it", async () => {
    const { sender, receive, received } = createHandoff();
    receive({ encoding: "rgb24-b64-v1" });
    sender.offer(frameOf(5));
    await settle();
    expect([...received[0]!.cells]).toEqual([1, 1, 2, 3, 0, 0, 0, 0]);
    expect([...received[0]!.rgb!]).toEqual(new Array(24).fill(5));
  });

  test.each([undefined, "rgb48-b64-v1"] as const)("delivers two colors a cell (encoding %s)", async (encoding) => {
    const { sender, receive, received } = createHandoff();
    receive({ ...(encoding && { encoding }) });
    // octants are beyond the basic plane: 256 of them are 512 units of UTF-16
    const codebook = String.fromCodePoint(...Array.from({ length: 256 }, (_, i) => 0x1cd00 + i));
    sender.offer({ ...frameOf(5), codebook, grounds: new Uint8Array(24).fill(9) });
    await settle();
    expect(received[0]).toMatchObject({ codebook, grounds: new Uint8Array(24).fill(9) });
    expect([...received[0]!.rgb!]).toEqual(new Array(24).fill(5));
    expect(sender.figures().bytes).toBe(8 * 7);
  });

  test("sends no backgrounds to a receiver that asks for one color a cell", async () => {
    const { sender, receive, received } = createHandoff();
    receive({ encoding: "rgb24-u8" });
    sender.offer({ ...frameOf(5), grounds: new Uint8Array(24).fill(9) });
    await settle();
    expect(received[0]!.grounds).toBeNull();
    expect([...received[0]!.rgb!]).toEqual(new Array(24).fill(5));
  });

  test("of one frame ends when the frame has arrived", async () => {
    const { sender, receive, received, states, heard, ports } = createHandoff("latest-frame");
    receive();
    sender.offer(frameOf(1));
    await settle();
    expect(received).toHaveLength(1);
    expect(states.at(-1)).toEqual({ name: "closed", reason: "complete" });
    expect(heard.at(-1)).toEqual({ name: "closed", reason: "complete" });
    expect(ports.listening()).toEqual([0, 0]);
  });

  test("of one frame sends one frame, however many are offered", async () => {
    const { time, sender, receive, received } = createHandoff("latest-frame");
    receive({ onFrame: (frame) => received.push(frame) && new Promise(() => {}) });
    for (const mark of [1, 2, 3]) {
      sender.offer(frameOf(mark));
      time.pass(300);
    }
    expect(received.map(({ drawnAt }) => drawnAt)).toEqual([1]);
  });

  test("sends ink and background, with defaults if the frame has none", async () => {
    const { sender, receive, received, ports } = createHandoff();
    receive();
    sender.offer({ ...frameOf(1), rgb: null, ink: 0x232838, ground: 0xf5f2ea });
    await settle();
    ports.sender.post(
      messageOf("frame", { seq: 9, t: 1, cols: 8, rows: 1, codebook: " ", cells: new ArrayBuffer(8), paramsRev: 0 }),
      [],
    );
    await settle();
    expect(received.map(({ rgb, ink, ground }) => [rgb, ink, ground])).toEqual([
      [null, 0x232838, 0xf5f2ea],
      [null, 0xe5e5e5, 0x000000],
    ]);
  });

  test("is paused from the start if the source is", () => {
    const { sender, receive, heard } = createHandoff();
    sender.pause("frozen");
    receive();
    expect(heard.map(({ name }) => name)).toEqual(["streaming", "paused"]);
    sender.resume("thawed");
    expect(heard.at(-1)).toEqual({ name: "streaming" });
  });

  test("pauses with the source, and still delivers new renders", async () => {
    const { sender, receive, received, heard } = createHandoff();
    receive();
    sender.pause("paused");
    sender.offer(frameOf(1));
    await settle();
    expect(received).toHaveLength(1);
    sender.resume("playing");
    expect(heard.map(({ name }) => name)).toEqual(["streaming", "paused", "streaming"]);
  });

  test("continues with a reloaded receiver, whether it announces itself or not", async () => {
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

  test("ends for both sides when either stops it", () => {
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

describe("a slow receiver", () => {
  test("gets no more than its credits allow, and then the newest frame", async () => {
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

  test("gets the next frame after a failed one", async () => {
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

  test("gets as many frames per second as it asks for", async () => {
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

  test("is given up within seven seconds if it stops responding", async () => {
    const { time, sender, ports, states } = createHandoff();
    ports.receiver.post(messageOf("ready", { version: 1, encoding: "rgb24-u8", credits: 2 }), []);
    sender.offer(frameOf(1));
    time.pass(5900);
    expect(states).toEqual([{ name: "streaming" }]);
    expect(typesOf(ports.toReceiver).filter((type) => type === "ping")).toHaveLength(2);
    time.pass(1000);
    expect(states.at(-1)).toEqual({ name: "failed", code: "receiver_stalled" });
  });

  test("is not given up if it answers pings", () => {
    const { time, receive, states } = createHandoff();
    receive({ onFrame: () => new Promise(() => {}) });
    time.pass(30_000);
    expect(states).toEqual([{ name: "streaming" }]);
  });
});

describe("the handoff fails", () => {
  test("after ten seconds if the receiver never responds", () => {
    const { time, states } = createHandoff();
    time.pass(9900);
    expect(states).toEqual([]);
    time.pass(400);
    expect(states).toEqual([{ name: "failed", code: "receiver_timeout" }]);
  });

  test("if the receiver is severed or closed", () => {
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

  test("as closed, not unreachable, if the receiver has been heard from", () => {
    const { ports, window, time, states } = createHandoff();
    ports.receiver.post({ protocol: HANDOFF_PROTOCOL, traceId: TRACE_ID, type: "boot" }, []);
    window.closed = true;
    time.pass(250);
    expect(states).toEqual([{ name: "failed", code: "receiver_closed" }]);
  });

  test("if the receiver speaks another version", () => {
    const { ports, states } = createHandoff();
    ports.receiver.post(messageOf("ready", { version: 2, encoding: "rgb24-u8", credits: 2 }), []);
    expect(states).toEqual([{ name: "failed", code: "version_mismatch" }]);
  });
});

describe("a malicious receiver", () => {
  test("gets no credit for unsent frames, none twice, and at most four in all", () => {
    const { time, sender, ports } = createHandoff();
    ports.receiver.post(messageOf("ready", { version: 1, encoding: "rgb24-u8", credits: 4 }), []);
    for (let seq = 0; seq < 100; seq++) ports.receiver.post(messageOf("ack", { seq, credits: 4 }), []);
    const offer = (count: number) => {
      for (let mark = 0; mark < count; mark++) {
        sender.offer(frameOf(mark));
        time.pass(10);
      }
    };
    offer(10);
    expect(sender.figures().sent).toBe(4);
    for (let again = 0; again < 3; again++) ports.receiver.post(messageOf("ack", { seq: 0, credits: 4 }), []);
    offer(10);
    expect(sender.figures().sent).toBe(5);
  });

  test("is ignored with a wrong trace id", () => {
    const { ports, states } = createHandoff();
    const foreign = { traceId: TRACE_ID.replace("0", "1") };
    ports.receiver.post({ ...messageOf("ready", { version: 1, encoding: "rgb24-u8", credits: 2 }), ...foreign }, []);
    expect(states).toEqual([]);
  });

  test("is ignored with a wrong session", () => {
    const { ports, states } = createHandoff();
    const foreign = { session: SESSION.replace("9", "8") };
    ports.receiver.post({ ...messageOf("ready", { version: 1, encoding: "rgb24-u8", credits: 2 }), ...foreign }, []);
    ports.receiver.post({ ...messageOf("close", { reason: "x" }), ...foreign }, []);
    expect(states).toEqual([]);
  });

  test("is ignored for the rest of the second if it floods", () => {
    const { ports, time } = createHandoff();
    for (let n = 0; n < 1000; n++) ports.receiver.post(messageOf("ping", { n, t: 0 }), []);
    expect(typesOf(ports.toReceiver).filter((type) => type === "pong")).toHaveLength(240);
    time.pass(1000);
    ports.receiver.post(messageOf("ping", { n: 1, t: 0 }), []);
    expect(typesOf(ports.toReceiver).filter((type) => type === "pong")).toHaveLength(241);
  });
});

describe("a malicious sender", () => {
  const frame = (fields: object) =>
    messageOf("frame", {
      seq: 5,
      t: 1,
      cols: 8,
      rows: 1,
      codebook: " .",
      cells: new ArrayBuffer(8),
      paramsRev: 0,
      ...fields,
    });

  test("cannot show repeated frames, frames out of order or frames of another session", async () => {
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

  test("cannot show cells without a glyph, and later frames still work", async () => {
    const { ports, receive, received } = createHandoff();
    receive();
    ports.sender.post(frame({ cells: new Uint8Array(8).fill(2).buffer }), []);
    ports.sender.post(frame({ seq: 6 }), []);
    await settle();
    expect(received.map(({ seq }) => seq)).toEqual([6]);
  });

  test("cannot show base64 with stray bits, and causes no exception", async () => {
    const { ports, receive, received } = createHandoff();
    receive({ encoding: "rgb24-b64-v1" });
    ports.sender.post(frame({ cells: "AAAAAAAAAAB=" }), []);
    ports.sender.post(frame({ seq: 6, cells: "AAAAAAAAAAA=", rgb: "AAAA".repeat(8) }), []);
    await settle();
    expect(received.map(({ seq }) => seq)).toEqual([6]);
  });

  test("cannot greet again for another session", () => {
    const { ports, receive, heard } = createHandoff();
    receive();
    const hello = { versions: [1], mode: "webcam-stream", source: "studio", encodings: ["rgb24-u8"], maxFps: 30 };
    ports.sender.post({ ...messageOf("hello", hello), session: SESSION.replace("9", "8") }, []);
    expect(heard).toEqual([{ name: "streaming" }]);
    expect(typesOf(ports.toSender).filter((type) => type === "ready")).toHaveLength(1);
  });
});
