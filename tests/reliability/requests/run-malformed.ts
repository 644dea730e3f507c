import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { SCHEMAS } from "../../support/http-schemas.ts";
import { createRecord, type RunFigures, type RunOptions } from "../run-record.ts";
import { createTally } from "../tally.ts";
import { malformedMessages } from "./malformed.ts";

export type MalformedFigures = RunFigures & {
  readonly kinds: { readonly [kind: string]: number };
  /** Incomplete messages whose connection was closed without a response. */
  readonly closed: number;
};

/** Milliseconds for a response before the sender closes, and for the connection to close after that. */
const [PATIENCE_MS, GRACE_MS] = [60, 3000];

/** Maximum responses to a message: none is more than two requests, however it is parsed. */
const MOST_ANSWERS = 2;

/** Sends malformed messages to a service, each over its own connection: each gets a problem or is closed, never a 5xx. */
export const runMalformed = async (url: string, options: RunOptions): Promise<MalformedFigures> => {
  const record = createRecord(options);
  const kinds = createTally();
  let closed = 0;
  for (const { kind, bytes } of malformedMessages(options.count, options.seed)) {
    kinds.add(kind);
    const begun = performance.now();
    const what = `${kind}: ${JSON.stringify(bytes.toString("latin1").slice(0, 120))}`;
    const exchanged = await exchange(Number(new URL(url).port), bytes).catch(() => null);
    if (exchanged === null) {
      record.unanswered();
      record.fault(`${what} finds nobody listening`);
      continue;
    }
    const { text, isOpen } = exchanged;
    const answers = answersIn(text);
    if (answers === null) record.fault(`${what} is answered ${JSON.stringify(text.slice(0, 200))}`);
    if (isOpen) record.fault(`${what} leaves its connection open`);
    if ((answers?.length ?? 0) > MOST_ANSWERS) record.fault(`${what} has ${answers?.length} answers`);
    if (answers?.length === 0) closed++;
    for (const answer of answers ?? []) {
      record.answered(answer.status, codeOf(answer), performance.now() - begun);
      const fault = faultOf(answer);
      if (fault !== null) record.fault(`${what}: ${fault}`);
    }
  }
  return { ...record.figures(), count: options.count, kinds: kinds.counts(), closed };
};

type Answer = { readonly status: number; readonly headers: string; readonly body: string };

const exchange = async (port: number, bytes: Buffer): Promise<{ text: string; isOpen: boolean }> => {
  const socket = connect({ host: "127.0.0.1", port });
  let text = "";
  socket.setEncoding("latin1").on("data", (piece: string) => {
    text += piece;
  });
  // a server may also close with a reset
  socket.on("error", () => {});
  const closed = once(socket, "close").then(() => true);
  await once(socket, "connect");
  socket.write(bytes);
  await Promise.race([closed, answered(socket), setTimeout(PATIENCE_MS)]);
  socket.end();
  const isClosed = await Promise.race([closed, setTimeout(GRACE_MS, false)]);
  socket.destroy();
  return { text, isOpen: !isClosed };
};

/** Resolves shortly after the first piece of a response: the rest arrives with it. */
const answered = async (socket: Socket): Promise<void> => {
  await once(socket, "data");
  await setTimeout(5);
};

/** The responses on a connection, in order; null if anything else is among them. */
const answersIn = (text: string): readonly Answer[] | null => {
  const answers: Answer[] = [];
  for (let rest = text; rest !== ""; ) {
    const [head, status] = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(rest) ?? [];
    if (head === undefined) return null;
    const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1] ?? 0);
    answers.push({
      status: Number(status),
      headers: head.toLowerCase(),
      body: rest.slice(head.length, head.length + length),
    });
    rest = rest.slice(head.length + length);
  }
  return answers;
};

const codeOf = ({ status, body }: Answer): string =>
  status < 400 ? String(status) : (/"code":"(\w+)"/.exec(body)?.[1] ?? "none");

const faultOf = ({ status, headers, body }: Answer): string | null => {
  if (status >= 500) return `status ${status}`;
  if (status < 400) return null;
  if (!headers.includes("\r\ncontent-type: application/problem+json\r\n")) return "no problem";
  const shape = SCHEMAS.problem(JSON.parse(Buffer.from(body, "latin1").toString("utf8")));
  return shape === "valid" ? null : shape;
};
