import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Project } from "./empty-project.ts";

/** What is wrong with the service that an installed `lumiglyph serve` starts, a sentence each. */
export const faultsOfServing = async ({ folder }: Project): Promise<readonly string[]> => {
  const program = join(folder, "node_modules/.bin/lumiglyph");
  const env = { PATH: process.env["PATH"], SERVICE_WORKERS: "1", SERVICE_LOG_LEVEL: "warn" };
  const child = spawn(program, ["serve", "--port", "0"], { cwd: folder, env });
  const exit = once(child, "exit");
  const errors = text(child.stderr);
  try {
    const [line] = await Promise.race([once(child.stdout.setEncoding("utf8"), "data"), exit]);
    const url = /^Lumiglyph listens on (http:\S+)\n$/.exec(String(line))?.[1];
    if (url === undefined) return [`lumiglyph serve said: ${line} ${await errors}`];
    const found = [...(await faultsAt(url))];
    child.kill("SIGTERM");
    const [code] = await exit;
    return code === 0 ? found : [...found, `lumiglyph serve ended with ${code}: ${await errors}`];
  } finally {
    child.kill("SIGKILL");
  }
};

const faultsAt = async (url: string): Promise<readonly string[]> => {
  const health = await fetch(`${url}/api/health`);
  const page = await fetch(`${url}/`);
  const html = await page.text();
  const script = /<script[^>]+src="([^"]+)"/.exec(html)?.[1];
  const asset = script === undefined ? null : await fetch(new URL(script, `${url}/`));
  return [
    health.status === 200 ? "" : `/api/health is a ${health.status}.`,
    page.status === 200 && html.includes("<title>") ? "" : `/ is a ${page.status}, and no studio.`,
    asset?.status === 200 ? "" : `The studio's script ${script} is a ${asset?.status}.`,
  ].filter(Boolean);
};
