/** Injected by the build: all other files, relative to this one, and a name that changes with any of them. */
declare const BUILT_FILES: readonly string[];
declare const BUILT_NAME: string;

/**
 * The parts of the service worker global scope that are used (Service Workers, W3C). TypeScript's own types would
 * replace the page's.
 */
type World = {
  readonly registration: { readonly scope: string };
  addEventListener(type: "install" | "activate", act: (event: LifeEvent) => void): void;
  addEventListener(type: "fetch", act: (event: AskEvent) => void): void;
};
type LifeEvent = { waitUntil(work: Promise<unknown>): void };
type AskEvent = { readonly request: Request; respondWith(answer: Promise<Response>): void };

const world = globalThis as unknown as World;
const { scope } = world.registration;

// caches are per origin, which may host several studios
const family = `lumiglyph ${scope} `;
const cacheName = family + BUILT_NAME;
const files = new Set([scope, ...BUILT_FILES.map((file) => new URL(file, scope).href)]);

/** Milliseconds to wait for the network before the cached page is served. */
const PATIENCE = 3000;

world.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...files])));
});

// pages of the previous build may still need its files, so its cache is deleted only on activation
world.addEventListener("activate", (event) => {
  const forget = async (): Promise<void> => {
    const names = await caches.keys();
    const others = names.filter((name) => name.startsWith(family) && name !== cacheName);
    await Promise.all(others.map((name) => caches.delete(name)));
  };
  event.waitUntil(forget());
});

world.addEventListener("fetch", (event) => {
  const { request } = event;
  const [address = ""] = request.url.split(/[?#]/);
  // ignore everything else on this origin
  if (request.method !== "GET" || !files.has(address)) return;
  event.respondWith(request.mode === "navigate" ? newest(request) : kept(request, address));
});

/** Serves the page from the network if possible, so that a new build shows up at once. */
const newest = async (request: Request): Promise<Response> => {
  const late = new Promise<Response>((_, reject) => setTimeout(reject, PATIENCE));
  return Promise.race([fetch(request), late]).catch(() => kept(request, scope));
};

/** Serves the other files from the cache: their names contain hashes, so cached copies are current. */
const kept = async (request: Request, address: string): Promise<Response> =>
  (await caches.match(address, { cacheName })) ?? fetch(request);
