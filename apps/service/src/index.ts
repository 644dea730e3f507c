export { type AppParts, createApp } from "./app.ts";
export type { Clock } from "./clock.ts";
export { baseUrl } from "./config/base-url.ts";
export { type Environment, readSettings, type SettingsReading } from "./config/read-settings.ts";
export { createDrain, type Drain } from "./drain.ts";
export { serveToolsOnStdio } from "./mcp/stdio.ts";
export { createRenderer, type Drawn, type Renderer, type RenderJob } from "./render/renderer.ts";
export { createService } from "./service.ts";
export { createImageFetcher, type FetchImage } from "./source/fetch-image.ts";
