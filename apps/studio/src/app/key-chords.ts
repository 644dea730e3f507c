/** A key with its modifiers: `o`, `?`, `mod+z`, `mod+shift+c`. `mod` is Command on a Mac and Control elsewhere. */
export type Chord = string;

/** The fields of a key event that are used. */
export type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "getModifierState">;

/** The chord of a key press, or null if a modifier is held that no chord uses. */
export const chordOf = (press: Press, mac: boolean): Chord | null => {
  const key = press.key.toLowerCase();
  // a character typed with AltGr, like a bracket on many keyboards, counts as a plain key
  if (press.getModifierState("AltGraph")) return key;
  const [mod, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  if (other || press.altKey) return null;
  // whether a symbol needs Shift depends on the keyboard, so Shift counts for letters only
  const shift = press.shiftKey && (mod || /^[a-z]$/.test(key));
  const chord = `${mod ? "mod+" : ""}${shift ? "shift+" : ""}${key}`;
  return ALIASES[chord] ?? chord;
};

/** Alternative chords: plus without Shift, and redo as on Windows. */
const ALIASES: Readonly<Record<Chord, Chord>> = { "=": "+", "mod+y": "mod+shift+z" };

/** Whether the chord is a single character, which WCAG 2.1.4 requires to be switchable. */
export const isLoneKey = (chord: Chord): boolean => [...chord].length === 1;

/** A chord's keycap labels. */
export const capsOf = (chord: Chord, mac: boolean): string[] =>
  chord.split(/\+(?=.)/).map((part) => (part === "mod" ? (mac ? "⌘" : "Ctrl") : (CAPS[part] ?? part.toUpperCase())));

/** The chord in `aria-keyshortcuts` notation. */
export const ariaOf = (chord: Chord, mac: boolean): string =>
  chord
    .split(/\+(?=.)/)
    .map((part) => (part === "mod" ? (mac ? "Meta" : "Control") : (SPELLED[part] ?? capital(part))))
    .join("+")
    .replace(/\+$/, "Plus");

const CAPS: Readonly<Record<string, string>> = {
  shift: "⇧",
  escape: "Esc",
  "-": "−",
  " ": "Space",
  arrowleft: "←",
  arrowright: "→",
};

const SPELLED: Readonly<Record<string, string>> = { " ": "Space", arrowleft: "ArrowLeft", arrowright: "ArrowRight" };

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

/** Whether shortcuts use Command. */
export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);
