import { METRIC_NAMES, SETTING_NAMES } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { PUBLIC_BLOCKS } from "../../apps/service/src/security/pins.ts";
import { find, kustomized, type Manifest } from "./manifests.ts";

describe.each(["base", "overlays/private", "overlays/public"])("kubernetes, %s", (folder) => {
  const manifests = kustomized(folder);
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

  test("scales with load and queue depth, by an existing metric", () => {
    const { spec } = find(manifests, "HorizontalPodAutoscaler");
    expect(spec.metrics.map(({ type }: Manifest) => type)).toEqual(["Resource", "Pods"]);
    expect(METRIC_NAMES).toContain(spec.metrics[1].pods.metric.name);
    expect(spec.behavior.scaleDown.stabilizationWindowSeconds).toBe(300);
    expect(find(manifests, "PodDisruptionBudget").spec.maxUnavailable).toBe(1);
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
