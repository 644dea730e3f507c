import {
  artSchema,
  compactArtSchema,
  endpointsPage,
  errorsPage,
  formatsPage,
  HEALTH,
  openapi,
  PROBLEM,
  parametersPage,
  renderParamsSchema,
  settingsPage,
  standalone,
} from "@lumiglyph/contract";
import { kernelsModule } from "./compile-kernels.ts";
import { portraitSvg } from "./draw-portrait.ts";

/** Folders that hold generated files and nothing else, from the root of the repository. */
export const GENERATED_FOLDERS = [
  "packages/contract/generated",
  "packages/engine/src/wasm/generated",
  "docs/reference",
  "docs/images",
] as const;

/** Every generated file: its path from the root of the repository, and its text. */
export const generatedFiles = async (): Promise<ReadonlyMap<string, string>> =>
  new Map(await Promise.all(Object.entries(makers).map(async ([path, make]) => [path, await make()] as const)));

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const makers: { readonly [path: string]: () => string | Promise<string> } = {
  "packages/contract/generated/openapi.json": () => json(openapi()),
  "packages/contract/generated/render-params.schema.json": () => json(renderParamsSchema()),
  "packages/contract/generated/art.schema.json": () => json(standalone("art", artSchema())),
  "packages/contract/generated/compact-art.schema.json": () => json(standalone("compact art", compactArtSchema())),
  "packages/contract/generated/problem.schema.json": () => json(standalone("problem", PROBLEM)),
  "packages/contract/generated/health.schema.json": () => json(standalone("health", HEALTH)),
  "packages/engine/src/wasm/generated/kernels-wasm.ts": kernelsModule,
  "docs/reference/parameters.md": parametersPage,
  "docs/reference/formats.md": formatsPage,
  "docs/reference/errors.md": errorsPage,
  "docs/reference/settings.md": settingsPage,
  "docs/reference/endpoints.md": endpointsPage,
  "docs/images/portrait.svg": portraitSvg,
};
