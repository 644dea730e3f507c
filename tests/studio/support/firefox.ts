import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isInstalled, programPath } from "../../support/programs.ts";

/** In CI it is always installed: `programs.ts` ensures that. */
export const hasFirefox = (): boolean => isInstalled("firefox-esr");

/** A page in Firefox, driven over WebDriver BiDi (w3c.github.io/webdriver-bidi). */
export type FirefoxPage = {
  /** Errors and warnings that were logged. */
  readonly problems: readonly string[];
  readonly goto: (url: string) => Promise<void>;
  /** Evaluates an expression, which may be a promise; its value comes back as JSON. */
  readonly evaluate: <Value>(expression: string) => Promise<Value>;
  /** Evaluates until it is true. */
  readonly until: (expression: string, patience?: number) => Promise<void>;
  readonly screenshot: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
};

/** Starts Firefox with a separate profile and a fake camera. */
export const openFirefox = async ({ width, height }: { readonly width: number; readonly height: number }) => {
  const profile = mkdtempSync(join(tmpdir(), "lumiglyph-firefox-"));
  const preferences = {
    "media.navigator.streams.fake": true,
    "media.navigator.permission.disabled": true,
    "browser.shell.checkDefaultBrowser": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "toolkit.telemetry.server": "",
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "app.update.enabled": false,
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile];
  const firefox = spawn(programPath("firefox-esr"), [...args, `--width=${width}`, `--height=${height}`], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: profile },
  });
  const session = await connect(await addressOf(firefox));
  await session.send("session.new", { capabilities: {} });
  await session.send("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = await session.send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const { context } = contexts[0]!;
  await session.send("browsingContext.setViewport", { context, viewport: { width, height } });
  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const { result, exceptionDetails } = await session.send<Evaluated>("script.evaluate", {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
      target: { context },
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`${exceptionDetails.text} in ${expression.slice(0, 200)}`);
    return JSON.parse(result!.value) as Value;
  };
  const page: FirefoxPage = {
    problems: session.problems,
    goto: async (url) => void (await session.send("browsingContext.navigate", { context, url, wait: "complete" })),
    evaluate,
    until: async (expression, patience = 30_000) => {
      for (const end = Date.now() + patience; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
        if (await evaluate<boolean>(expression)) return;
        if (Date.now() > end) throw new Error(`Not within ${patience} ms: ${expression}`);
      }
    },
    screenshot: async () => {
      const { data } = await session.send<{ data: string }>("browsingContext.captureScreenshot", { context });
      return Buffer.from(data, "base64");
    },
    close: async () => {
      const ended = new Promise((resolve) => firefox.once("exit", resolve));
      session.close();
      firefox.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return page;
};

type Evaluated = {
  readonly result?: { readonly value: string };
  readonly exceptionDetails?: { readonly text: string };
};

/** The address that it prints. */
const addressOf = async ({ stderr }: ChildProcess): Promise<string> => {
  for await (const line of createInterface({ input: stderr! })) {
    const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1];
    if (address !== undefined) return `${address}/session`;
  }
  throw new Error("Firefox did not start.");
};

/** Commands over a WebSocket, each with its reply. */
const connect = async (address: string) => {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  const problems: string[] = [];
  let last = 0;
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`No connection to ${address}`));
  });
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.type === "event") {
      const { level, text } = message.params;
      if (level === "error" || level === "warn") problems.push(`${level}: ${text}`);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "success") call?.resolve(message.result as never);
    else call?.reject(new Error(`${message.error}: ${message.message}`));
  };
  const send = <Result = unknown>(method: string, params: object): Promise<Result> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { send, problems, close: () => socket.close() };
};

type Message =
  | { readonly type: "event"; readonly params: { readonly level: string; readonly text: string } }
  | { readonly type: "success"; readonly id: number; readonly result: unknown }
  | { readonly type: "error"; readonly id: number; readonly error: string; readonly message: string };
