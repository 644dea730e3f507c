export { PLAIN_KERNELS } from "@lumiglyph/engine";
