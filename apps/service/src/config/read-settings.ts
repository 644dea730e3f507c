import { readFileSync } from "node:fs";
import { nearestName } from "@lumiglyph/contract";
import { readIgnored, readKeys, readPresets } from "../delivery/addresses.ts";
import { trustedProxies } from "../limits/client.ts";
import { listedOrigins } from "../mcp/origin-guard.ts";
import { platformProblems, platformWarnings } from "../platform/platform-warnings.ts";
import { trustedHosts } from "../security/trusted-hosts.ts";
import { sharedProblems, sharedWarnings } from "../shared/shared-settings.ts";
import {
  isSecret,
  SECRET_FILE_NAMES,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type Settings,
} from "../tables/settings.ts";
import { type Reading, readSetting, wanted } from "./setting-value.ts";

/** The process environment, or a test's stand-in for it. */
export type Environment = { readonly [name: string]: string | undefined };

/** Usable settings, or every problem with them as a sentence for the operator; warnings come with both. */
export type SettingsReading = { readonly warnings: readonly string[] } & (
  | { readonly settings: Settings }
  | { readonly problems: readonly string[] }
);

/**
 * Reads all settings of the table from the environment, secrets also from the files that `…_FILE` variables name. Empty
 * values count as unset.
 */
export const readSettings = (env: Environment): SettingsReading => {
  const readings = SETTING_NAMES.map((name) => [name, readOne(name, env)] as const);
  const values = Object.fromEntries(
    readings.map(([name, reading]) => [name, "value" in reading ? reading.value : SETTINGS[name].default]),
  );
  const settings = values as unknown as Settings;
  const faults = readings.flatMap(([, reading]) => ("problem" in reading ? [reading.problem] : []));
  const problems = [...faults, ...listProblems(settings), ...sharedProblems(settings), ...platformProblems(settings)];
  const warnings = [...unknownWarnings(env), ...sharedWarnings(settings), ...platformWarnings(settings)];
  return problems.length > 0 ? { problems, warnings } : { settings, warnings };
};

const readOne = (name: SettingName, env: Environment): Reading => {
  if (isSecret(SETTINGS[name]) && isSet(env, `${name}_FILE`)) return readSecretFile(name, env);
  // hosting platforms pass the port as PORT
  const variable = name === "SERVICE_PORT" && !isSet(env, name) && isSet(env, "PORT") ? "PORT" : name;
  return isSet(env, variable)
    ? readSetting(variable, SETTINGS[name], env[variable] ?? "")
    : { value: SETTINGS[name].default };
};

/** Reads a secret from a file, as Docker, Kubernetes and systemd provide them. No message quotes its content. */
const readSecretFile = (name: SettingName, env: Environment): Reading => {
  const variable = `${name}_FILE`;
  if (isSet(env, name)) return { problem: `${name} and ${variable} are both set. Keep one of them.` };
  const path = (env[variable] ?? "").trim();
  const text = readText(path);
  if (typeof text !== "string") return { problem: `${variable} cannot be used: ${path} ${text.reason}.` };
  const reading = text.trim() === "" ? { problem: "" } : readSetting(name, SETTINGS[name], text);
  if (!("problem" in reading)) return reading;
  const inside = text.trim() === "" ? "is empty" : `does not hold ${wanted(SETTINGS[name])}`;
  return { problem: `${variable} cannot be used: ${path} ${inside}.` };
};

const readText = (path: string): string | { readonly reason: string } => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { reason: REASONS[code] ?? `cannot be read (${code})` };
  }
};

const REASONS: { readonly [code: string]: string } = {
  ENOENT: "does not exist",
  EACCES: "may not be read by this user",
  EISDIR: "is a folder",
};

const isSet = (env: Environment, name: string): boolean => (env[name] ?? "").trim() !== "";

/** Settings whose entries have their own syntax: the parser throws for an invalid entry. */
const LISTS: { readonly [Name in SettingName]?: (entries: readonly string[]) => unknown } = {
  SERVICE_IMAGE_FETCH_ALLOWLIST: trustedHosts,
  SERVICE_MCP_ORIGINS: listedOrigins,
  SERVICE_TRUSTED_PROXIES: trustedProxies,
  SERVICE_URL_PRESETS: readPresets,
  SERVICE_URL_KEYS: readKeys,
  SERVICE_URL_IGNORE: readIgnored,
};

const listProblems = (settings: Settings): readonly string[] =>
  Object.entries(LISTS).flatMap(([name, read]) =>
    entriesOf(settings[name as SettingName]).flatMap((entry) => entryProblem(name, entry, read)),
  );

const entriesOf = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value : [];
};

const entryProblem = (
  name: string,
  entry: string,
  read: (entries: readonly string[]) => unknown,
): readonly string[] => {
  try {
    read([entry]);
    return [];
  } catch (error) {
    return [`${name} cannot be used: ${error instanceof Error ? error.message : String(error)}`];
  }
};

const unknownWarnings = (env: Environment): readonly string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith("SERVICE_") && !VARIABLES.includes(name))
    .map((name) => {
      const near = nearestSetting(name);
      return `${name} is not a setting and is ignored.${near === null ? "" : ` Did you mean ${near}?`}`;
    });

const VARIABLES: readonly string[] = [...SETTING_NAMES, ...SECRET_FILE_NAMES];

/** The variable that a misspelled name most likely meant. Ignores the prefix that nearly all names share. */
const nearestSetting = (given: string): string | null => {
  const near = nearestName(withoutPrefix(given), VARIABLES.map(withoutPrefix));
  return VARIABLES.find((name) => withoutPrefix(name) === near) ?? null;
};

const withoutPrefix = (name: string): string => name.replace(/^SERVICE_/, "");
