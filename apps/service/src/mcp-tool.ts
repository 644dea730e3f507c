export { readSettings } from "./config/read-settings.ts";
export { serveToolsOnStdio } from "./mcp/stdio.ts";
