/** The parts of JSON Schema (2020-12) that this interface uses. */
export type JsonSchema = {
  readonly $id?: string;
  readonly $schema?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
};

/** The TypeScript type of a schema's values, so that every shape is written once. */
export type FromSchema<S> = S extends { const: infer Value }
  ? Value
  : S extends { enum: readonly (infer Value)[] }
    ? Value
    : S extends { anyOf: readonly (infer Option)[] }
      ? FromSchema<Option>
      : S extends { type: "string" }
        ? string
        : S extends { type: "number" | "integer" }
          ? number
          : S extends { type: "boolean" }
            ? boolean
            : S extends { type: "null" }
              ? null
              : S extends { type: "array"; items: infer Item }
                ? readonly FromSchema<Item>[]
                : S extends { type: "object"; properties: infer Properties }
                  ? { readonly [Name in keyof Properties]: FromSchema<Properties[Name]> }
                  : S extends { type: "object"; additionalProperties: true }
                    ? { readonly [name: string]: unknown }
                    : S extends { type: "object"; additionalProperties: infer Value }
                      ? { readonly [name: string]: FromSchema<Value> }
                      : never;

/** An absolute address. */
export const URL_TEXT = { type: "string", format: "uri" } as const;

/** The same object with additional optional properties. */
export const withOptional = <
  const Base extends { readonly properties: { readonly [name: string]: JsonSchema } },
  const Properties extends { readonly [name: string]: JsonSchema },
>(
  base: Base,
  properties: Properties,
) => ({ ...base, properties: { ...base.properties, ...properties } }) as const;

/** An object with exactly these properties, all required. */
export const object = <const Properties extends { readonly [name: string]: JsonSchema }>(
  properties: Properties,
  description?: string,
) =>
  ({
    type: "object",
    ...(description === undefined ? {} : { description }),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }) as const;
