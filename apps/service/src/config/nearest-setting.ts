import { SETTING_NAMES, type SettingName } from "@lumiglyph/contract";

/** The setting whose name a misspelled one shares most letter pairs with (Dice coefficient), or null where none is near. */
export const nearestSetting = (given: string): SettingName | null => {
  const ranked = SETTING_NAMES.map((name) => ({ name, likeness: likeness(given, name) }));
  const best = ranked.reduce((a, b) => (b.likeness > a.likeness ? b : a));
  return best.likeness >= NEAR ? best.name : null;
};

/** Two letters swapped in a short name still leave this much. */
const NEAR = 0.4;

/** 0 to 1. The prefix, which all names have, tells nothing. */
const likeness = (a: string, b: string): number => {
  const [left, right] = [pairs(a), pairs(b)];
  const shared = left.filter((pair) => right.includes(pair)).length;
  return (2 * shared) / (left.length + right.length);
};

const pairs = (name: string): readonly string[] => {
  const letters = `^${name
    .toUpperCase()
    .replace(/^SERVICE_/, "")
    .replaceAll("_", "")}$`;
  return Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2));
};
