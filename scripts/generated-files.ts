import {
  artSchema,
  compactArtSchema,
  HEALTH,
  PROBLEM,
  READY,
  renderParamsSchema,
  standalone,
} from "@lumiglyph/contract";
import { AGENT_MANIFEST } from "../apps/service/src/documents/agent-manifest.ts";
import { registryEntry } from "../apps/service/src/documents/discovery.ts";
import { HANDOFF_MANIFEST } from "../apps/service/src/documents/handoff-manifest.ts";
import { INTEROPERABILITY } from "../apps/service/src/documents/interoperability.ts";
import {
  endpointsPage,
  errorsPage,
  formatsPage,
  parametersPage,
  recipesPage,
} from "../apps/service/src/documents/markdown/interface-pages.ts";
import { openapi } from "../apps/service/src/documents/openapi/document.ts";
import { PLATFORM_STATUS } from "../apps/service/src/tables/platform-status.ts";
import { manPage } from "../packages/lumiglyph/src/cli/help/man-page.ts";
import { commandLinePage } from "../packages/lumiglyph/src/cli/help/reference-page.ts";
import { kernelsFile, kernelsModule, shrinkModule } from "./compile-kernels.ts";
import { dashboard } from "./deploy/dashboard.ts";
import { chart, chartNetworkPolicy, chartValuesSchema, kustomization, networkPolicy } from "./deploy/kubernetes.ts";
import { apiPage } from "./docs/api-page.ts";
import { galleryFiles } from "./docs/gallery.ts";
import { metricsPage, settingsPage, tracingPage } from "./docs/operator-pages.ts";
import { decodedSvg } from "./draw-decoded.ts";
import { directorFigures } from "./draw-director.ts";
import { samplesModule } from "./draw-samples.ts";
import { publishedPackages } from "./pack/published.ts";
import { qualityPage } from "./quality-page.ts";
import { renderOptionsModule } from "./render-options.ts";

/** Folders with nothing but generated files, from the root of the repository. */
export const GENERATED_FOLDERS = [
  "apps/service/generated",
  "packages/contract/src/generated",
  "apps/service/src/documents/generated",
  "packages/engine/src/wasm/generated",
  "docs/reference",
  "docs/images",
] as const;

/** Files in these folders that come from measurements or screenshots: another run would write different ones. */
export const MEASURED_FILES: ReadonlySet<string> = new Set([
  "docs/reference/reliability.md",
  "docs/reference/reliability.json",
  "docs/reference/comparison.md",
  "docs/reference/comparison.json",
  "docs/images/studio-split.png",
  "docs/images/studio-print.png",
  "docs/images/studio-phone.png",
]);

/** Every generated file: its path from the root of the repository, and its bytes. */
export const generatedFiles = async (): Promise<ReadonlyMap<string, Buffer>> =>
  new Map(
    await Promise.all(Object.entries(makers).map(async ([path, make]) => [path, bytesOf(await make())] as const)),
  );

const bytesOf = (made: string | Buffer): Buffer => (typeof made === "string" ? Buffer.from(made) : made);

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const serviceVersion = (): string => publishedPackages().find(({ name }) => name === "@lumiglyph/service")!.version;

const makers: { readonly [path: string]: () => string | Promise<string | Buffer> } = {
  "apps/service/generated/openapi.json": () => json(openapi()),
  "apps/service/generated/render-params.schema.json": () => json(renderParamsSchema()),
  "apps/service/generated/art.schema.json": () => json(standalone("art", artSchema())),
  "apps/service/generated/compact-art.schema.json": () => json(standalone("compact art", compactArtSchema())),
  "apps/service/generated/problem.schema.json": () => json(standalone("problem", PROBLEM)),
  "apps/service/generated/health.schema.json": () => json(standalone("health", HEALTH)),
  "apps/service/generated/ready.schema.json": () => json(standalone("readiness", READY)),
  "apps/service/generated/agent-manifest.schema.json": () => json(standalone("agent manifest", AGENT_MANIFEST)),
  "apps/service/generated/interoperability.schema.json": () => json(standalone("interoperability", INTEROPERABILITY)),
  "apps/service/generated/handoff-manifest.schema.json": () => json(standalone("handoff manifest", HANDOFF_MANIFEST)),
  "apps/service/generated/platform-status.schema.json": () => json(standalone("platform status", PLATFORM_STATUS)),
  "server.json": () => json(registryEntry(serviceVersion())),
  "packages/contract/src/generated/render-options.ts": renderOptionsModule,
  "apps/service/src/documents/generated/samples.ts": samplesModule,
  "packages/engine/src/wasm/generated/kernels.wasm": kernelsFile,
  "packages/engine/src/wasm/generated/kernels-wasm.ts": kernelsModule,
  "packages/engine/src/wasm/generated/shrink-wasm.ts": shrinkModule,
  "packages/lumiglyph/man/lumiglyph.1": manPage,
  "docs/reference/parameters.md": parametersPage,
  "docs/reference/formats.md": formatsPage,
  "docs/reference/errors.md": errorsPage,
  "docs/reference/settings.md": settingsPage,
  "docs/reference/endpoints.md": endpointsPage,
  "docs/reference/recipes.md": recipesPage,
  "docs/reference/packages.md": apiPage,
  "docs/reference/command-line.md": commandLinePage,
  "docs/reference/metrics.md": metricsPage,
  "docs/reference/tracing.md": tracingPage,
  "docs/reference/quality.md": qualityPage,
  "docs/images/portrait-decoded.svg": decodedSvg,
  "deploy/kubernetes/base/kustomization.yaml": () => kustomization(serviceVersion()),
  "deploy/kubernetes/base/network-policy.yaml": networkPolicy,
  "deploy/helm/lumiglyph/Chart.yaml": () => chart(serviceVersion()),
  "deploy/helm/lumiglyph/values.schema.json": () => json(chartValuesSchema()),
  "deploy/helm/lumiglyph/templates/network-policy.yaml": chartNetworkPolicy,
  "deploy/grafana/dashboard.json": () => json(dashboard()),
  ...directorFigures(),
  ...galleryFiles(),
};
