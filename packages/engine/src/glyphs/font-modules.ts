import type { FontName } from "@lumiglyph/contract";
import type { FontProfile } from "./font-profile.ts";

/** Each font in its own module, so that a page downloads only the fonts it requests. */
export const MODULES: {
  readonly [Name in Exclude<FontName, "any">]: () => Promise<{ readonly PROFILE: FontProfile }>;
} = {
  cascadia: () => import("./generated/fonts/cascadia.ts"),
  dejavu: () => import("./generated/fonts/dejavu.ts"),
  fira: () => import("./generated/fonts/fira.ts"),
  hack: () => import("./generated/fonts/hack.ts"),
  inconsolata: () => import("./generated/fonts/inconsolata.ts"),
  jetbrains: () => import("./generated/fonts/jetbrains.ts"),
  liberation: () => import("./generated/fonts/liberation.ts"),
  noto: () => import("./generated/fonts/noto.ts"),
  plex: () => import("./generated/fonts/plex.ts"),
  roboto: () => import("./generated/fonts/roboto.ts"),
  "source-code": () => import("./generated/fonts/source-code.ts"),
  ubuntu: () => import("./generated/fonts/ubuntu.ts"),
};
