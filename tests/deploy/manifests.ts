import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";

/** A Kubernetes object, as far as the tests read it. */
// biome-ignore lint/suspicious/noExplicitAny: objects of another program's schema, of which a test names the parts it reads
export type Manifest = any;

const ROOT = join(import.meta.dirname, "../..");

/** Runs `kubectl kustomize` on a folder below deploy/kubernetes. */
export const kustomized = (folder: string): readonly Manifest[] => {
  const text = execFileSync("kubectl", ["kustomize", join(ROOT, "deploy/kubernetes", folder)], { encoding: "utf8" });
  return parseAllDocuments(text).map((document) => document.toJS());
};

/** The only object of a kind and a name. */
export const find = (manifests: readonly Manifest[], kind: string, name = "lumiglyph"): Manifest => {
  const found = manifests.filter((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (found.length !== 1) throw new Error(`There are ${found.length} of ${kind} ${name}.`);
  return found[0];
};
