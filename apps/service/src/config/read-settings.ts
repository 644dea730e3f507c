import { nearestName, SETTING_NAMES, SETTINGS, type SettingName, type Settings } from "@lumiglyph/contract";
import { trustedProxies } from "../limits/client.ts";
import { listedOrigins } from "../mcp/origin-guard.ts";
import { platformProblems, platformWarnings } from "../platform/platform-warnings.ts";
import { trustedHosts } from "../security/trusted-hosts.ts";
import { sharedProblems, sharedWarnings } from "../shared/shared-settings.ts";
import { readSetting } from "./setting-value.ts";

/** The process environment, or a test's stand-in for it. */
export type Environment = { readonly [name: string]: string | undefined };

/** Usable settings, or every problem with them as a sentence for the operator; warnings come with both. */
export type SettingsReading = { readonly warnings: readonly string[] } & (
  | { readonly settings: Settings }
  | { readonly problems: readonly string[] }
);

/** Reads all settings from the environment by the settings table. Empty values count as unset. */
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

const readOne = (name: SettingName, env: Environment) => {
  // hosting platforms pass the port as PORT
  const variable = name === "SERVICE_PORT" && !isSet(env, name) && isSet(env, "PORT") ? "PORT" : name;
  return isSet(env, variable)
    ? readSetting(variable, SETTINGS[name], env[variable] ?? "")
    : { value: SETTINGS[name].default };
};

const isSet = (env: Environment, name: string): boolean => (env[name] ?? "").trim() !== "";

/** List settings whose entries have their own syntax: the parser throws for an invalid entry. */
const LISTS: { readonly [Name in SettingName]?: (entries: readonly string[]) => unknown } = {
  SERVICE_IMAGE_FETCH_ALLOWLIST: trustedHosts,
  SERVICE_MCP_ORIGINS: listedOrigins,
  SERVICE_TRUSTED_PROXIES: trustedProxies,
};

const listProblems = (settings: Settings): readonly string[] =>
  Object.entries(LISTS).flatMap(([name, read]) =>
    (settings[name as SettingName] as readonly string[]).flatMap((entry) => entryProblem(name, entry, read)),
  );

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
    .filter((name) => name.startsWith("SERVICE_") && !Object.hasOwn(SETTINGS, name))
    .map((name) => {
      const near = nearestSetting(name);
      return `${name} is not a setting and is ignored.${near === null ? "" : ` Did you mean ${near}?`}`;
    });

/** The setting that a misspelled name most likely meant. Ignores the prefix that nearly all names share. */
const nearestSetting = (given: string): SettingName | null => {
  const near = nearestName(withoutPrefix(given), SETTING_NAMES.map(withoutPrefix));
  return SETTING_NAMES.find((name) => withoutPrefix(name) === near) ?? null;
};

const withoutPrefix = (name: string): string => name.replace(/^SERVICE_/, "");
