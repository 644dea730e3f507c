import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { inject } from "vitest";
import { buildStudio } from "./build-studio.ts";

/** The folder of the studio's build. The first test file that needs it builds it; the others wait. */
export const builtStudio = (): Promise<string> => built("studio");

/** The folder of the receiver's build, likewise. */
export const builtReceiver = (): Promise<string> => built("receiver");

const built = async (app: "studio" | "receiver"): Promise<string> => {
  const place = join(inject("runFolder"), app);
  const folder = join(place, "dist");
  const note = join(place, "outcome");
  const fault = takes(place) ? await build(app, folder, note) : await outcome(note);
  if (fault !== "") throw new Error(fault);
  return folder;
};

/** Whether this process is the first to create the folder. */
const takes = (place: string): boolean => {
  try {
    mkdirSync(place);
    return true;
  } catch {
    return false;
  }
};

/** Builds, and leaves a result for the others: empty, or the error. */
const build = async (app: "studio" | "receiver", folder: string, note: string): Promise<string> => {
  const fault = await buildStudio(folder, app).then(
    () => "",
    (error: Error) => error.message,
  );
  writeFileSync(`${note}.tmp`, fault);
  renameSync(`${note}.tmp`, note);
  return fault;
};

const outcome = async (note: string): Promise<string> => {
  for (;;) {
    try {
      return readFileSync(note, "utf8");
    } catch {
      await wait(100);
    }
  }
};
