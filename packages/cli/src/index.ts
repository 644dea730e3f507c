export { commandLinePage } from "./help/reference-page.ts";
export { run } from "./run.ts";
export type { Output, Streams } from "./streams.ts";
