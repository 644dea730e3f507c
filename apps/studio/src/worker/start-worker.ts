import workerUrl from "./worker.ts?worker&url";

/** Starts the render Worker. */
export const startWorker = (): Worker => new Worker(scriptAddress(workerUrl), { type: "module" });

/**
 * URL of a script that runs beside the page: the Worker, or the service worker. With Trusted Types, such a URL must
 * come from the policy named in the page's headers. It creates no other.
 */
export const scriptAddress = (address: typeof workerUrl | "./sw.js"): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy("studio-worker", {
    createScriptURL: (given) => (given === "./sw.js" ? given : workerUrl),
  });
  return policy?.createScriptURL(address) ?? address;
};

/** The parts of Trusted Types (W3C) that are used; not yet in TypeScript's types. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
};

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;
