import { METRIC_NAMES, SETTING_NAMES } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { PUBLIC_BLOCKS } from "../../apps/service/src/security/pins.ts";
import { find, kustomized, type Manifest } from "./manifests.ts";

describe.each(["base", "overlays/private", "overlays/public"])("kubernetes, %s", (folder) => {
  const manifests = kustomized(folder);
  const pods = manifests.filter(({ kind }) => kind === "Deployment").map(({ spec }) => spec.template.spec);
  const containers: readonly Manifest[] = pods.flatMap((pod) => pod.containers);
  const [service] = find(manifests, "Deployment").spec.template.spec.containers;

  test("nothing runs as root, writes to its image, gains rights, or talks to the cluster", () => {
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

  test("everything has its share of memory and cores", () => {
    for (const { resources } of containers) {
      expect(Object.keys(resources.limits).toSorted()).toEqual(["cpu", "memory"]);
      expect(Object.keys(resources.requests).toSorted()).toEqual(["cpu", "memory"]);
    }
  });

  test("every setting is one that the service knows", () => {
    for (const { name } of service.env) expect(SETTING_NAMES).toContain(name);
    const names = service.env.map(({ name }: Manifest) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test("an instance that stops has time for what it has accepted, after balancers have heard of it", () => {
    const { terminationGracePeriodSeconds } = find(manifests, "Deployment").spec.template.spec;
    const { seconds } = service.lifecycle.preStop.sleep;
    // the service itself takes at most 10 s from the signal to its end
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + 10);
    expect(service.readinessProbe.periodSeconds * service.readinessProbe.failureThreshold).toBeLessThanOrEqual(seconds);
    expect(service.readinessProbe.httpGet.path).toBe("/api/ready");
    expect(service.livenessProbe.httpGet.path).toBe("/api/health");
  });

  test("it grows with load and with the queue, by a metric that exists", () => {
    const { spec } = find(manifests, "HorizontalPodAutoscaler");
    expect(spec.metrics.map(({ type }: Manifest) => type)).toEqual(["Resource", "Pods"]);
    expect(METRIC_NAMES).toContain(spec.metrics[1].pods.metric.name);
    expect(spec.behavior.scaleDown.stabilizationWindowSeconds).toBe(300);
    expect(find(manifests, "PodDisruptionBudget").spec.maxUnavailable).toBe(1);
  });

  test("it is spread over zones and machines", () => {
    const { topologySpreadConstraints } = find(manifests, "Deployment").spec.template.spec;
    expect(topologySpreadConstraints.map(({ topologyKey }: Manifest) => topologyKey)).toEqual([
      "topology.kubernetes.io/zone",
      "kubernetes.io/hostname",
    ]);
  });

  test("selectors find their pods", () => {
    for (const { spec } of manifests.filter(({ kind }) => kind === "Deployment")) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    }
    const { selector } = find(manifests, "Service").spec;
    expect(find(manifests, "Deployment").spec.template.metadata.labels).toMatchObject(selector);
  });

  test("pods reach names and public addresses by HTTPS, and none of the guard's refused ranges", () => {
    const { policyTypes, egress } = find(manifests, "NetworkPolicy").spec;
    expect(policyTypes).toEqual(["Ingress", "Egress"]);
    expect(egress).toHaveLength(2);
    expect(egress[0].ports.map(({ port }: Manifest) => port)).toEqual([53, 53]);
    expect(egress[1].ports).toEqual([{ port: 443 }]);
    expect(egress[1].to.map(({ ipBlock }: Manifest) => ipBlock)).toEqual(PUBLIC_BLOCKS);
    // spelled out, because the table could have lost them
    const refused = egress[1].to[0].ipBlock.except;
    for (const range of ["10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"]) {
      expect(refused).toContain(range);
    }
  });
});

test("for everyone, clients are limited, points are shared, and only the service reaches the store (answers 3.12, 3.13)", () => {
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
