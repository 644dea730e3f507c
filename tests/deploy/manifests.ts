import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseAllDocuments } from "yaml";
import { programPath } from "../support/programs.ts";

/** A Kubernetes object, as far as the tests read it. */
// biome-ignore lint/suspicious/noExplicitAny: objects of another program's schema, of which a test names the parts it reads
export type Manifest = any;

const ROOT = join(import.meta.dirname, "../..");

/** The objects in a YAML text. */
const objectsIn = (text: string): readonly Manifest[] =>
  parseAllDocuments(text, { strict: true, uniqueKeys: true }).flatMap((document) => {
    for (const error of document.errors) throw error;
    return document.toJS() ?? [];
  });

/** Runs `kubectl kustomize` on a folder below deploy/kubernetes. */
export const kustomized = (folder: string, kubectl = programPath("kubectl")): readonly Manifest[] => {
  const args = ["kustomize", join(ROOT, "deploy/kubernetes", folder)];
  // newer versions warn about fields that older ones need
  return objectsIn(execFileSync(kubectl, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
};

/** The objects of a file in deploy/kubernetes/extras. */
export const extra = (name: string): readonly Manifest[] =>
  objectsIn(readFileSync(join(ROOT, "deploy/kubernetes/extras", `${name}.yaml`), "utf8"));

/** Helm, and the first kubectl with Kustomize 2.0, for Linux on amd64: npm has them only in this archive. */
export const unpackTools = (): { readonly helm: string; readonly kubectl: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-helm-"));
  const asset = createRequire(import.meta.url).resolve("@aws-cdk/asset-kubectl-v20");
  execFileSync(programPath("python3"), ["-m", "zipfile", "-e", join(dirname(asset), "layer.zip"), folder]);
  const tools = { helm: join(folder, "helm/helm"), kubectl: join(folder, "kubectl/kubectl") };
  for (const tool of Object.values(tools)) chmodSync(tool, 0o755);
  return { ...tools, remove: () => rmSync(folder, { recursive: true }) };
};

const CHART = join(ROOT, "deploy/helm/lumiglyph");

/** A parent chart in a separate folder that depends on ours if this value of ours is true. */
export const chartWith = (value: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-chart-"));
  const dependency = { name: "lumiglyph", version: "*", condition: `lumiglyph.${value}` };
  const parent = { apiVersion: "v2", name: "parent", version: "1.0.0", dependencies: [dependency] };
  writeFileSync(join(folder, "Chart.yaml"), JSON.stringify(parent));
  cpSync(CHART, join(folder, "charts/lumiglyph"), { recursive: true });
  return folder;
};

/** Renders the chart as a release, with values as on Helm's command line. Throws with Helm's message. */
export const chart = (
  helm: string,
  release: string,
  values: readonly string[] = [],
  folder = CHART,
): readonly Manifest[] => {
  const sets = values.flatMap((value) => ["--set", value]);
  const args = ["template", release, folder, "--kube-version", "1.30.0", ...sets];
  const { status, stdout, stderr } = spawnSync(helm, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return objectsIn(stdout);
};

/** The output of Helm's own check of the chart. */
export const lint = (helm: string): string => execFileSync(helm, ["lint", "--strict", CHART], { encoding: "utf8" });

/** The only object of a kind and a name. */
export const find = (manifests: readonly Manifest[], kind: string, name = "lumiglyph"): Manifest => {
  const found = manifests.filter((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (found.length !== 1) throw new Error(`There are ${found.length} of ${kind} ${name}.`);
  return found[0];
};

/** Versions of Kubernetes whose types npm has. The last has those of the Gateway API and the Prometheus Operator too. */
export const VERSIONS = ["1.29", "1.30", "1.34"] as const;

/**
 * Checks objects against the published types of a version of Kubernetes, which come from its
 * OpenAPI description: an unknown field, a missing one or one of a wrong type is a compiler error.
 * Returns these, at most one per object.
 */
export const typeFaults = (
  groups: { readonly [name: string]: readonly Manifest[] },
  version: (typeof VERSIONS)[number],
): readonly string[] => {
  // inside the repository, so that the types resolve
  const cache = join(ROOT, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "lumiglyph-types-"));
  try {
    const objects = Object.entries(groups).flatMap(([name, manifests]) =>
      manifests
        .filter(({ apiVersion }) => version === "1.34" || !/^(gateway|monitoring)\./.test(apiVersion))
        .map((manifest) => ({ name, manifest })),
    );
    const lines = objects.map(
      ({ manifest }, at) => `export const object${at}: ${typeOf(manifest, version)} = ${JSON.stringify(manifest)};`,
    );
    writeFileSync(join(folder, "objects.ts"), lines.join("\n"));
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2024"];
    const args = [join(ROOT, "node_modules/typescript/bin/tsc"), "--ignoreConfig", "--types", "", ...options];
    const { stdout } = spawnSync(process.execPath, [...args, "objects.ts"], { cwd: folder, encoding: "utf8" });
    return [...stdout.matchAll(/^objects\.ts\((\d+),\d+\): error (.*)$/gm)].map(([, line, text]) => {
      const { name, manifest } = objects[Number(line) - 1]!;
      return `${name}: ${manifest.kind} ${manifest.metadata.name}: ${text}`;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** A type as an import expression. */
const typeOf = ({ apiVersion, kind }: Manifest, version: (typeof VERSIONS)[number]): string => {
  if (version === "1.34") {
    const home = apiVersion.startsWith("gateway.")
      ? "@kubernetes-models/gateway-api/"
      : apiVersion.startsWith("monitoring.")
        ? "@kubernetes-models/prometheus-operator/"
        : "kubernetes-models/";
    return `import("${home}${apiVersion}/${kind}").I${kind}`;
  }
  const [group = "", number] = apiVersion.includes("/") ? apiVersion.split("/") : ["core", apiVersion];
  return `import("kubernetes-types-${version}/${group.replace(/\..*/, "")}/${number}.d.ts").${kind}`;
};
