import workerUrl from "./worker.ts?worker&url";

/** Starts the darkroom's Worker. */
export const startWorker = (): Worker => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  // where the browser asks for it, such an address has to come from a policy that the page's headers name
  policy ??= trustedTypes?.createPolicy("studio-worker", { createScriptURL: () => workerUrl });
  return new Worker(policy?.createScriptURL("") ?? workerUrl, { type: "module" });
};

/** Trusted Types (W3C) as far as they are needed: the compiler does not know them yet. */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): URL };
};

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;
