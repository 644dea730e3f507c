import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { PUBLIC_BLOCKS } from "../../apps/service/src/security/pins.ts";
import { METRIC_NAMES } from "../../apps/service/src/tables/metrics.ts";
import { SETTING_NAMES } from "../../apps/service/src/tables/settings.ts";
import {
  chart,
  chartWith,
  extra,
  find,
  kustomized,
  lint,
  type Manifest,
  typeFaults,
  unpackTools,
  VERSIONS,
} from "./manifests.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = ["base", "overlays/private", "overlays/public", "overlays/queue"] as const;
const EXTRAS = ["gateway", "ingress", "redis", "service-monitor", "tracing"] as const;
const { helm, kubectl: oldKubectl, remove } = unpackTools();
afterAll(remove);

/** Every value that adds objects to the chart. */
const ALL_EXTRAS = [
  ...["metrics.serviceMonitor=true", "tracing.namespace=observability", "redis.namespace=redis", "gateway.name=public"],
  ...["ingress.className=nginx", "ingress.tlsSecret=lumiglyph-tls", "autoscaling.queueDepth=1"],
];

/** Values for a cluster's own resources. */
const OWN_PARTS = [
  ...["imagePullSecrets[0].name=registry", "volumes[0].name=ca", "volumes[0].secret.secretName=ca"],
  ...["volumeMounts[0].name=ca", "volumeMounts[0].mountPath=/ca", "settings.NODE_EXTRA_CA_CERTS=/ca/ca.crt"],
  ...["networkPolicy.extraEgress[0].ports[0].port=8443", "metrics.labels.release=prometheus", "gateway.namespace=edge"],
];

/** Sorted, because each program writes them in its own order. */
const sorted = (manifests: readonly Manifest[]): readonly Manifest[] =>
  manifests.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));

const keyOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

describe.each(FOLDERS)("kubernetes, %s", (folder) => {
  const manifests = kustomized(folder);

  test("renders the same with the oldest supported Kustomize", () => {
    expect(sorted(kustomized(folder, oldKubectl))).toEqual(sorted(manifests));
  });
  const pods = manifests.filter(({ kind }) => kind === "Deployment").map(({ spec }) => spec.template.spec);
  const containers: readonly Manifest[] = pods.flatMap((pod) => pod.containers);
  const [service] = find(manifests, "Deployment").spec.template.spec.containers;

  test("runs nothing as root, with a writable image, with extra privileges, or with access to the cluster's API", () => {
    for (const pod of pods) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
      expect(pod.securityContext.runAsUser).toBeGreaterThan(0);
    }
    for (const { securityContext } of containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
    }
  });

  test("sets memory and CPU for every container", () => {
    for (const { resources } of containers) {
      expect(Object.keys(resources.limits).toSorted()).toEqual(["cpu", "memory"]);
      expect(Object.keys(resources.requests).toSorted()).toEqual(["cpu", "memory"]);
    }
  });

  test("uses known settings only", () => {
    for (const { name } of service.env) expect(SETTING_NAMES).toContain(name);
    const names = service.env.map(({ name }: Manifest) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test("gives a stopping instance time for its accepted requests, after balancers have noticed", () => {
    const { terminationGracePeriodSeconds } = find(manifests, "Deployment").spec.template.spec;
    const { seconds } = service.lifecycle.preStop.sleep;
    // the service itself needs at most 10 s from the signal to its exit
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + 10);
    expect(service.readinessProbe.periodSeconds * service.readinessProbe.failureThreshold).toBeLessThanOrEqual(seconds);
    expect(service.readinessProbe.httpGet.path).toBe("/api/ready");
    expect(service.livenessProbe.httpGet.path).toBe("/api/health");
  });

  test("scales with the CPU, and with the queue only in its overlay", () => {
    const { spec } = find(manifests, "HorizontalPodAutoscaler");
    const wanted = folder === "overlays/queue" ? ["Resource", "Pods"] : ["Resource"];
    expect(spec.metrics.map(({ type }: Manifest) => type)).toEqual(wanted);
    for (const { pods } of spec.metrics.slice(1)) expect(METRIC_NAMES).toContain(pods.metric.name);
    expect(spec.behavior.scaleDown.stabilizationWindowSeconds).toBe(300);
    expect(find(manifests, "PodDisruptionBudget").spec.maxUnavailable).toBe(1);
    // an apply would undo the autoscaler's decision
    expect(find(manifests, "Deployment").spec).not.toHaveProperty("replicas");
  });

  test("can be scraped: by annotations and by the operator, on the port that serves metrics", () => {
    const { metadata, spec } = find(manifests, "Deployment").spec.template;
    const { port } = Object.fromEntries(
      Object.entries(metadata.annotations).map(([key, value]) => [key.replace("prometheus.io/", ""), value]),
    );
    const [container] = spec.containers;
    const setting = container.env.find(({ name }: Manifest) => name === "SERVICE_METRICS_PORT");
    expect(container.ports).toContainEqual({ name: "metrics", containerPort: Number(port) });
    expect(setting.value).toBe(port);
    const objects = extra("service-monitor");
    const service = find(objects, "Service", "lumiglyph-metrics");
    expect(metadata.labels).toMatchObject(service.spec.selector);
    expect(service.spec.ports).toEqual([{ name: "metrics", port: Number(port), targetPort: "metrics" }]);
    const { selector, endpoints } = find(objects, "ServiceMonitor").spec;
    expect(service.metadata.labels).toMatchObject(selector.matchLabels);
    expect(endpoints).toEqual([{ port: "metrics", path: "/metrics", interval: "15s" }]);
    const { ingress } = find(manifests, "NetworkPolicy").spec;
    expect(ingress).toEqual([
      { ports: [{ port: "http" }] },
      {
        from: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } }],
        ports: [{ port: "metrics" }],
      },
    ]);
    // only pods of that namespace: the public Service does not have it
    expect(find(manifests, "Service").spec.ports.map(({ name }: Manifest) => name)).toEqual(["http"]);
  });

  test("spreads over zones and machines", () => {
    const { topologySpreadConstraints } = find(manifests, "Deployment").spec.template.spec;
    expect(topologySpreadConstraints.map(({ topologyKey }: Manifest) => topologyKey)).toEqual([
      "topology.kubernetes.io/zone",
      "kubernetes.io/hostname",
    ]);
  });

  test("selectors match their pods", () => {
    for (const { spec } of manifests.filter(({ kind }) => kind === "Deployment")) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    }
    const { selector } = find(manifests, "Service").spec;
    expect(find(manifests, "Deployment").spec.template.metadata.labels).toMatchObject(selector);
  });

  test("allows egress to DNS and to public addresses by HTTPS, and to none of the guard's refused ranges", () => {
    const { policyTypes, egress } = find(manifests, "NetworkPolicy").spec;
    expect(policyTypes).toEqual(["Ingress", "Egress"]);
    expect(egress).toHaveLength(2);
    expect(egress[0].ports.map(({ port }: Manifest) => port)).toEqual([53, 53]);
    // these labels and no other: the pods of the cluster's DNS have none of ours
    expect(egress[0].to).toEqual([
      { namespaceSelector: {}, podSelector: { matchLabels: { "k8s-app": "kube-dns" } } },
      { namespaceSelector: {}, podSelector: { matchLabels: { "k8s-app": "node-local-dns" } } },
      { ipBlock: { cidr: "169.254.20.10/32" } },
    ]);
    expect(egress[0].ports.map(({ protocol }: Manifest) => protocol)).toEqual(["UDP", "TCP"]);
    expect(egress[1].ports).toEqual([{ port: 443 }]);
    expect(egress[1].to.map(({ ipBlock }: Manifest) => ipBlock)).toEqual(PUBLIC_BLOCKS);
    // spelled out, in case the table loses them
    const refused = egress[1].to[0].ipBlock.except;
    for (const range of ["10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"]) {
      expect(refused).toContain(range);
    }
  });
});

test("the public overlay limits clients, shares points, and lets only the service reach the store (answers 3.12, 3.13)", () => {
  const manifests = kustomized("overlays/public");
  const [{ env }] = find(manifests, "Deployment").spec.template.spec.containers;
  expect(Object.fromEntries(env.map(({ name, value }: Manifest) => [name, value]))).toMatchObject({
    SERVICE_RATE_POINTS: "120",
    SERVICE_CLIENT_CONCURRENCY: "4",
    SERVICE_REDIS_URL: "redis://lumiglyph-store:6379",
    SERVICE_CACHE: "off",
  });
  const { ingress, egress } = find(manifests, "NetworkPolicy", "lumiglyph-store").spec;
  expect(ingress[0].from).toEqual([{ podSelector: { matchLabels: { "app.kubernetes.io/name": "lumiglyph" } } }]);
  expect(egress).toBeUndefined();
  expect(find(manifests, "Service", "lumiglyph-store").spec.ports[0].port).toBe(6379);
});

test("an extra reaches the objects of the base: the Service by its port, the pods by their label", () => {
  const base = kustomized("base");
  const { ports } = find(base, "Service").spec;
  const [{ http }] = find(extra("ingress"), "Ingress").spec.rules;
  expect(ports.map(({ name }: Manifest) => name)).toContain(http.paths[0].backend.service.port.name);
  const [{ backendRefs }] = find(extra("gateway"), "HTTPRoute").spec.rules;
  expect(ports.map(({ port }: Manifest) => port)).toContain(backendRefs[0].port);
  const { podSelector, egress } = find(extra("tracing"), "NetworkPolicy", "lumiglyph-to-collector").spec;
  expect(find(base, "Deployment").spec.template.metadata.labels).toMatchObject(podSelector.matchLabels);
  expect(egress[0].ports).toEqual([{ port: 4318 }]);
});

describe("the Helm chart", () => {
  test("passes Helm's own check", () => {
    expect(lint(helm)).toContain("1 chart(s) linted, 0 chart(s) failed");
  });

  test("renders by the command in the docs, with an older Helm too", () => {
    const page = readFileSync(join(ROOT, "docs/how-to/deploy.md"), "utf8");
    const [, args = ""] = /^helm (template .*)$/m.exec(page) ?? [];
    expect(execFileSync(helm, args.split(" "), { cwd: ROOT, encoding: "utf8" })).toContain("kind: Deployment");
  });

  test("renders the objects of the base, and of every enabled extra", () => {
    expect(sorted(chart(helm, "lumiglyph"))).toEqual(sorted(kustomized("base")));
    const extras = EXTRAS.flatMap(extra);
    const all = chart(helm, "lumiglyph", ALL_EXTRAS);
    const queue = kustomized("overlays/queue");
    const { metrics } = find(queue, "HorizontalPodAutoscaler").spec;
    const base = kustomized("base").map((manifest) =>
      manifest.kind === "HorizontalPodAutoscaler" ? { ...manifest, spec: { ...manifest.spec, metrics } } : manifest,
    );
    expect(sorted(all)).toEqual(sorted([...base, ...extras]));
  });

  test("keeps two releases apart", () => {
    const names = (release: string) => JSON.stringify(chart(helm, release, ALL_EXTRAS)).match(/"\w*one\w*"/g);
    expect(names("one")?.length).toBeGreaterThan(20);
    const labels = chart(helm, "two").flatMap(({ metadata }) => Object.values(metadata.labels));
    expect(new Set(labels)).toEqual(new Set(["two"]));
  });

  test("accepts a cluster's own resources: a registry's secret, certificates, a Gateway elsewhere, more egress", () => {
    const objects = chart(helm, "lumiglyph", [...ALL_EXTRAS, ...OWN_PARTS]);
    const pod = find(objects, "Deployment").spec.template.spec;
    expect(pod).toMatchObject({
      imagePullSecrets: [{ name: "registry" }],
      volumes: [{ name: "ca", secret: { secretName: "ca" } }],
      containers: [{ volumeMounts: [{ name: "ca", mountPath: "/ca" }] }],
    });
    expect(pod.containers[0].env).toContainEqual({ name: "NODE_EXTRA_CA_CERTS", value: "/ca/ca.crt" });
    const { egress } = find(objects, "NetworkPolicy").spec;
    expect(egress).toEqual([...find(kustomized("base"), "NetworkPolicy").spec.egress, { ports: [{ port: 8443 }] }]);
    expect(find(objects, "ServiceMonitor").metadata.labels).toEqual({
      "app.kubernetes.io/name": "lumiglyph",
      release: "prometheus",
    });
    expect(find(objects, "HTTPRoute").spec.parentRefs).toEqual([{ name: "public", namespace: "edge" }]);
  });

  test("quotes names that YAML would read as another type, and works without the optional parts", () => {
    const objects = chart(helm, "lumiglyph", [
      ...[...ALL_EXTRAS, "host=*.example.org"],
      ...["metrics.namespace", "redis.namespace", "tracing.namespace", "gateway.name"].map((name) => `${name}=1e3`),
    ]);
    expect(find(objects, "Ingress").spec.rules[0].host).toBe("*.example.org");
    expect(find(objects, "Ingress").spec.tls[0].hosts).toEqual(["*.example.org"]);
    expect(find(objects, "HTTPRoute").spec).toMatchObject({
      hostnames: ["*.example.org"],
      parentRefs: [{ name: "1e3" }],
    });
    expect(JSON.stringify(objects).match(/"kubernetes.io\/metadata.name":"1e3"/g)).toHaveLength(3);
    const without = ["gateway", "ingress", "networkPolicy", "redis", "tracing"].map((name) => `${name}=null`);
    expect(chart(helm, "lumiglyph", without)).toEqual(chart(helm, "lumiglyph"));
  });

  test("can be a dependency of another chart, with global values and a condition", () => {
    const parent = chartWith("enabled");
    try {
      expect(sorted(chart(helm, "lumiglyph", ["global.registry=own", "lumiglyph.enabled=true"], parent))).toEqual(
        sorted(kustomized("base")),
      );
      expect(chart(helm, "lumiglyph", ["lumiglyph.enabled=false"], parent)).toEqual([]);
    } finally {
      rmSync(parent, { recursive: true });
    }
  });

  test("passes settings on as text, and refuses unknown ones, secrets and misspelled values", () => {
    const [{ env }] = find(chart(helm, "lumiglyph", ["settings.SERVICE_MAX_IMAGE_BYTES=20000000"]), "Deployment").spec
      .template.spec.containers;
    expect(env).toContainEqual({ name: "SERVICE_MAX_IMAGE_BYTES", value: "20000000" });
    for (const value of [
      "settings.SERVICE_PROT=1",
      "settings.SERVICE_API_KEY=x",
      "settings.SERVICE_PORT=1",
      "hots=a",
    ]) {
      expect(() => chart(helm, "lumiglyph", [value])).toThrow("values don't meet the specifications of the schema");
    }
  });
});

test.each(VERSIONS)("Kubernetes %s knows every field, and would refuse another", (version) => {
  expect(readdirSync(new URL("../../deploy/kubernetes/extras", import.meta.url)).toSorted()).toEqual(
    EXTRAS.map((name) => `${name}.yaml`),
  );
  const objects = {
    ...Object.fromEntries(FOLDERS.map((folder) => [folder, kustomized(folder)])),
    ...Object.fromEntries(EXTRAS.map((name) => [name, extra(name)])),
    chart: chart(helm, "lumiglyph", [...ALL_EXTRAS, ...OWN_PARTS]),
  };
  const [planted] = structuredClone(kustomized("base").filter(({ kind }) => kind === "Deployment"));
  planted.spec.template.spec.containers[0].readynessProbe = {};
  expect(typeFaults({ ...objects, planted: [planted] }, version)).toEqual([
    expect.stringMatching(/^planted: Deployment lumiglyph: .*readynessProbe/),
  ]);
});
