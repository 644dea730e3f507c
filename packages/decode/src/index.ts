export { isSrgbProfile } from "./icc.ts";
export { sniff } from "./sniff.ts";
