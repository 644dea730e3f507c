import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));

const published = (name: string) => {
  const file = new URL(`../../apps/service/generated/${name}.schema.json`, import.meta.url);
  const valid = ajv.compile(JSON.parse(readFileSync(file, "utf8")));
  return (value: unknown): string => (valid(value) ? "valid" : ajv.errorsText(valid.errors));
};

/** Validates a value against a published schema: "valid", or all errors. */
export const SCHEMAS = {
  art: published("art"),
  compactArt: published("compact-art"),
  problem: published("problem"),
  health: published("health"),
  ready: published("ready"),
  agentManifest: published("agent-manifest"),
  interoperability: published("interoperability"),
  handoffManifest: published("handoff-manifest"),
  platformStatus: published("platform-status"),
};
