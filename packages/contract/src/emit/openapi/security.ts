import type { SecurityScheme } from "./types.ts";

/** The two credential schemes of specification 5, for operations that belong to the operator. */
export const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "The platform credential as `Authorization: Bearer <API_KEY>`. No public operation asks for it.",
  },
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "X-Service-API-Key",
    description: "The platform credential as `X-Service-API-Key: <API_KEY>`. No public operation asks for it.",
  },
} as const satisfies Record<string, SecurityScheme>;

/** Either scheme will do. */
export const PLATFORM_SECURITY: readonly { readonly [scheme: string]: readonly string[] }[] = Object.keys(
  SECURITY_SCHEMES,
).map((scheme) => ({ [scheme]: [] }));
