import type { ErrorScope, JsonSchema } from "@lumiglyph/contract";

/** The parts of OpenAPI 3.1 that this interface uses. */
export type OpenApiDocument = {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: Tag; readonly description: string }[];
  readonly paths: { readonly [path: string]: PathItem };
  readonly components: {
    readonly schemas: { readonly [name: string]: JsonSchema };
    readonly parameters: { readonly [name: string]: Parameter };
    readonly headers: { readonly [name: string]: OpenApiHeader };
    readonly examples: { readonly [name: string]: Example };
    readonly securitySchemes: { readonly [name: string]: SecurityScheme };
  };
};

type Tag = "render" | "tools" | "health" | "studio" | "documents" | "platform";

export type PathItem = { readonly get?: Operation; readonly head?: Operation; readonly post?: Operation };

export type Operation = {
  readonly operationId: string;
  readonly tags: readonly Tag[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Reference[];
  readonly requestBody?: RequestBody;
  readonly responses: OpenApiResponses;
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[];
};

/** The details of an operation beyond its row in the endpoint table. */
export type OperationDetails = {
  readonly tag: Tag;
  readonly description?: string;
  readonly parameters?: readonly Reference[];
  readonly body?: RequestBody;
  readonly successes: OpenApiResponses;
  readonly fails: readonly ErrorScope[];
};

export type Reference = { readonly $ref: string };

export type OpenApiResponses = { readonly [status: string]: Response };

export type Response = {
  readonly description: string;
  readonly headers?: { readonly [name: string]: Reference };
  readonly content?: Content;
};

export type RequestBody = { readonly required: boolean; readonly description: string; readonly content: Content };

export type Content = { readonly [mediaType: string]: MediaType };

type MediaType = {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: { readonly [name: string]: Example | Reference };
  readonly encoding?: { readonly [property: string]: { readonly contentType: string } };
};

export type Example = { readonly summary: string; readonly value: unknown };

export type OpenApiHeader = { readonly description: string; readonly schema: JsonSchema; readonly example: string };

export type Parameter = {
  readonly name: string;
  readonly in: "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: string;
};

export type SecurityScheme =
  | { readonly type: "http"; readonly scheme: "bearer"; readonly description: string }
  | { readonly type: "apiKey"; readonly in: "header"; readonly name: string; readonly description: string };
