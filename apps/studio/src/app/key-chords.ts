/** A key with what is held: `o`, `?`, `mod+z`, `mod+shift+c`. `mod` is Command on a Mac and Control elsewhere. */
export type Chord = string;

/** What a pressed key says of itself. */
export type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "getModifierState">;

/** The chord of a key press, or null where something is held that no chord of ours has. */
export const chordOf = (press: Press, mac: boolean): Chord | null => {
  const key = press.key.toLowerCase();
  // what is typed with AltGr, as a bracket is on many keyboards, is a plain key
  if (press.getModifierState("AltGraph")) return key;
  const [mod, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  if (other || press.altKey) return null;
  // a sign needs Shift on one keyboard and none on another, a letter does not
  const shift = press.shiftKey && (mod || /^[a-z]$/.test(key));
  const chord = `${mod ? "mod+" : ""}${shift ? "shift+" : ""}${key}`;
  return ALIASES[chord] ?? chord;
};

/** What hands do for the chords that the sheet names: plus without Shift, redo as Windows has it. */
const ALIASES: Readonly<Record<Chord, Chord>> = { "=": "+", "mod+y": "mod+shift+z" };

/** Whether the chord is one character alone: what WCAG 2.1.4 asks a switch for. */
export const isLoneKey = (chord: Chord): boolean => [...chord].length === 1;

/** The caps of a chord's keys, as a sheet shows them. */
export const capsOf = (chord: Chord, mac: boolean): string[] =>
  chord.split(/\+(?=.)/).map((part) => (part === "mod" ? (mac ? "⌘" : "Ctrl") : (CAPS[part] ?? part.toUpperCase())));

/** The chord as `aria-keyshortcuts` spells it. */
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

/** Whether the keyboard is a Mac's, on which shortcuts are held with Command. */
export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);
