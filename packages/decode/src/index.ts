export { sniff } from "./sniff.ts";
