export { type AppParts, createApp } from "./app.ts";
export type { Clock } from "./clock.ts";
export { type Environment, readSettings, type SettingsReading } from "./config/read-settings.ts";
export { createDrain, type Drain } from "./drain.ts";
export { baseUrl } from "./http/base-url.ts";
export { createRenderer, type RenderedJob, type Renderer, type RenderJob } from "./render/renderer.ts";
export { createService } from "./service.ts";
export { createImageFetcher, type FetchImage } from "./source/fetch-image.ts";
export { readStudio, type Studio } from "./studio/read-studio.ts";
