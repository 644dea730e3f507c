export { run, type Streams } from "./run.ts";
