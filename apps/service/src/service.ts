import { randomBytes } from "node:crypto";
import { SERVICE, type Settings, VERSION } from "@lumiglyph/contract";
import type { FastifyInstance } from "fastify";
import { type AppParts, createApp } from "./app.ts";
import { baseUrl } from "./config/base-url.ts";
import { createRenderer } from "./render/renderer.ts";
import { createGuardedAgent } from "./security/guarded-agent.ts";
import { trustedHosts } from "./security/trusted-hosts.ts";
import { createImageFetcher, type FetchImage } from "./source/fetch-image.ts";

/** The service on real parts: this machine's clock and randomness, renders in this process, images from the network. */
export const createService = (settings: Settings, parts: Pick<AppParts, "logTo" | "drain">): FastifyInstance => {
  const clock = () => performance.now();
  const renderer = createRenderer(clock, (sentence) => app.log.warn(sentence));
  const fetchImage = networkFetcher(settings);
  const app = createApp({ settings, clock, random: randomBytes, renderer, fetchImage, ...parts });
  return app;
};

/** Milliseconds to reach an image's host, out of the time for the whole fetch. */
const CONNECT_MS = 3000;

const networkFetcher = (settings: Settings): FetchImage => {
  const trusted = trustedHosts(settings.SERVICE_IMAGE_FETCH_ALLOWLIST, [
    baseUrl(settings),
    settings.SERVICE_HANDOFF_TARGET,
  ]);
  const timeoutMs = settings.SERVICE_FETCH_TIMEOUT_MS;
  const agent = createGuardedAgent({
    trusted,
    allowPrivate: settings.SERVICE_IMAGE_FETCH_PRIVATE,
    connectTimeoutMs: Math.min(CONNECT_MS, timeoutMs),
    stallTimeoutMs: timeoutMs,
  });
  const maxBytes = settings.SERVICE_MAX_IMAGE_BYTES;
  const slots = settings.SERVICE_FETCH_SLOTS;
  return createImageFetcher({ agent, trusted, maxBytes, timeoutMs, slots, userAgent: `${SERVICE}/${VERSION}` });
};
