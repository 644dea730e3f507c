import { readFileSync } from "node:fs";
import { signAddress } from "../sign-address.ts";
import type { SignCommand } from "./commands/command.ts";
import { print, type Streams, UsageError } from "./streams.ts";

/**
 * Prints a signed address. The key comes from the environment, so that process lists do not show
 * it.
 */
export const sign = async ({ address, lasts }: SignCommand, { stdout, env }: Streams): Promise<void> => {
  const [key = ""] = keysIn(env).split(",");
  if (key === "")
    throw new UsageError(
      "Set SERVICE_URL_KEYS to the keys of the service, or SERVICE_URL_KEYS_FILE to their file; the first one signs.",
    );
  const expires = lasts === null ? {} : { expires: new Date(Date.now() + 1000 * lasts) };
  await print(stdout, `${signed(() => signAddress(address, key, expires))}\n`);
};

const keysIn = (env: Streams["env"]): string => {
  const { SERVICE_URL_KEYS: keys = "", SERVICE_URL_KEYS_FILE: file = "" } = env;
  if (keys !== "" || file === "") return keys;
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    throw new UsageError("The file that SERVICE_URL_KEYS_FILE names cannot be read.");
  }
};

/** An invalid address is reported as an error message for the user. */
const signed = (make: () => string): string => {
  try {
    return make();
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
};
