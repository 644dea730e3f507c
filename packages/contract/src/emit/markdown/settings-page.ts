import { SETTING_NAMES, SETTINGS, type Setting, type SettingName } from "../../settings.ts";
import { code, page, sentence, table } from "./page.ts";

/** The reference of the environment settings. */
export const settingsPage = (): string =>
  page("Settings", [
    "Settings come from the environment and are read once, at the start. A wrong value stops the start with a sentence that says what to set.",
    table(["Name", "Value", "Default", "Meaning"], SETTING_NAMES.map(row)),
  ]);

const row = (name: SettingName): readonly string[] => {
  const setting: Setting = SETTINGS[name];
  return [code(name), value(setting), defaultOf(setting), sentence(setting.says)];
};

const value = (setting: Setting): string => {
  switch (setting.kind) {
    case "integer":
      return `integer, ${setting.min} to ${setting.max}${setting.unit === undefined ? "" : ` ${setting.unit}`}`;
    case "flag":
      return "`true`, `false`";
    case "choice":
      return setting.values.map(code).join(", ");
    case "list":
      return `${setting.of}, separated by commas${setting.values === undefined ? "" : `: ${setting.values.map(code).join(", ")}`}`;
    case "text":
      return setting.of;
    case "origin":
      return "origin: scheme, host and port";
    case "url":
      return "http or https address";
    case "secret":
      return "secret text";
  }
};

const defaultOf = (setting: Setting): string => {
  if (setting.defaultSays !== undefined) return setting.defaultSays;
  const given: unknown = setting.default;
  const text = Array.isArray(given) ? given.join(",") : String(given ?? "");
  return text === "" ? "none" : code(text);
};
