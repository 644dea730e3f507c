import { describe, expect, test } from "vitest";
import { ariaOf, capsOf, chordOf, isLoneKey, type Press } from "./key-chords.ts";

const press = (key: string, held: Partial<Press> = {}, altGraph = false): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  getModifierState: (name) => altGraph && name === "AltGraph",
  ...held,
});

describe("a pressed key", () => {
  test("is its letter, with or without Caps Lock", () => {
    expect(chordOf(press("o"), false)).toBe("o");
    expect(chordOf(press("O"), false)).toBe("o");
  });

  test("with Shift is another chord for a letter, and the same for a symbol", () => {
    expect(chordOf(press("O", { shiftKey: true }), false)).toBe("shift+o");
    expect(chordOf(press("?", { shiftKey: true }), false)).toBe("?");
  });

  test("maps aliases: plus without Shift, redo with Y", () => {
    expect(chordOf(press("="), false)).toBe("+");
    expect(chordOf(press("y", { ctrlKey: true }), false)).toBe("mod+shift+z");
  });

  test("uses Control as the modifier, and Command on a Mac", () => {
    expect(chordOf(press("z", { ctrlKey: true }), false)).toBe("mod+z");
    expect(chordOf(press("Z", { metaKey: true, shiftKey: true }), true)).toBe("mod+shift+z");
    expect(chordOf(press("z", { ctrlKey: true }), true)).toBeNull();
    expect(chordOf(press("z", { metaKey: true }), false)).toBeNull();
  });

  test("is no chord with Alt, unless AltGr types the symbol", () => {
    expect(chordOf(press("o", { altKey: true }), false)).toBeNull();
    expect(chordOf(press("[", { altKey: true, ctrlKey: true }, true), false)).toBe("[");
  });
});

test("a single character is a lone key, letter or not", () => {
  expect(["o", "?", "\\", "mod+z", "escape"].map(isLoneKey)).toEqual([true, true, true, false, false]);
});

test("keycaps match the keyboard's labels", () => {
  expect(capsOf("mod+shift+z", false)).toEqual(["Ctrl", "⇧", "Z"]);
  expect(capsOf("mod+z", true)).toEqual(["⌘", "Z"]);
  expect(["+", "-", "escape", "\\"].flatMap((chord) => capsOf(chord, false))).toEqual(["+", "−", "Esc", "\\"]);
});

test("chords have aria-keyshortcuts notation", () => {
  expect(ariaOf("mod+shift+c", false)).toBe("Control+Shift+C");
  expect(ariaOf("mod+z", true)).toBe("Meta+Z");
  expect(ariaOf("+", false)).toBe("Plus");
  expect(ariaOf("escape", false)).toBe("Escape");
});

test("Space and arrows have their own names, on caps and for screen readers", () => {
  expect([" ", "arrowleft"].flatMap((chord) => capsOf(chord, false))).toEqual(["Space", "←"]);
  expect([" ", "arrowleft"].map((chord) => ariaOf(chord, false))).toEqual(["Space", "ArrowLeft"]);
});
