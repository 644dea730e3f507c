import type { FontProfile } from "@lumiglyph/engine";

/** A custom font: installed on this device, by its name, or a file with the name inside it. */
export type FontChoice = { readonly name: string; readonly file: ArrayBuffer | null };

/** A measured custom font. */
export type OwnFont = FontChoice & { readonly profile: FontProfile };
