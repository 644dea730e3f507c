/** What the build puts here: all of its other files, from this one's folder on, and a name that changes with any of them. */
declare const BUILT_FILES: readonly string[];
declare const BUILT_NAME: string;

/** As much of a service worker's world as is needed (Service Workers, W3C): the compiler has it only in place of the page's. */
type World = {
  readonly registration: { readonly scope: string };
  addEventListener(type: "install" | "activate", act: (event: LifeEvent) => void): void;
  addEventListener(type: "fetch", act: (event: AskEvent) => void): void;
};
type LifeEvent = { waitUntil(work: Promise<unknown>): void };
type AskEvent = { readonly request: Request; respondWith(answer: Promise<Response>): void };

const world = globalThis as unknown as World;
const { scope } = world.registration;

// caches belong to the origin, on which there may be other studios
const family = `lumiglyph ${scope} `;
const cacheName = family + BUILT_NAME;
const files = new Set([scope, ...BUILT_FILES.map((file) => new URL(file, scope).href)]);

/** Milliseconds that a network may take to answer for the page before the kept one is shown. */
const PATIENCE = 3000;

world.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...files])));
});

// pages of the build before may still want its files, so it is forgotten only when the last of them is gone
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
  // what else lives on this origin is left alone
  if (request.method !== "GET" || !files.has(address)) return;
  event.respondWith(request.mode === "navigate" ? newest(request) : kept(request, address));
});

/** The page itself comes from the network where there is one, so that a new build is seen at once. */
const newest = async (request: Request): Promise<Response> => {
  const late = new Promise<Response>((_, reject) => setTimeout(reject, PATIENCE));
  return Promise.race([fetch(request), late]).catch(() => kept(request, scope));
};

/** Its parts have hashes in their names: what is kept is right. */
const kept = async (request: Request, address: string): Promise<Response> =>
  (await caches.match(address, { cacheName })) ?? fetch(request);
