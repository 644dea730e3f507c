export { loadShrink } from "@lumiglyph/engine";
