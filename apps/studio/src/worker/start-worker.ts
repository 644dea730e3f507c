import workerUrl from "./worker.ts?worker&url";

/** Starts the darkroom's Worker. */
export const startWorker = (): Worker => new Worker(scriptAddress(workerUrl), { type: "module" });

/**
 * The address of a script that runs beside the page: its Worker, or what keeps it for times without a network. Where the
 * browser asks for it, such an address has to come from a policy that the page's headers name. It makes no other.
 */
export const scriptAddress = (address: typeof workerUrl | "./sw.js"): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy("studio-worker", {
    createScriptURL: (given) => (given === "./sw.js" ? given : workerUrl),
  });
  return policy?.createScriptURL(address) ?? address;
};

/** Trusted Types (W3C) as far as they are needed: the compiler does not know them yet. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
};

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;
