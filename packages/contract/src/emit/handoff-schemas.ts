import {
  HANDOFF_ENVELOPE,
  HANDOFF_MESSAGES,
  type HandoffField,
  type HandoffMessageRow,
  type HandoffMessageType,
} from "../handoff-messages.ts";
import type { JsonSchema } from "../schema.ts";
import { TRACE_ID_PATTERN } from "../tools.ts";
import { HANDOFF_PROTOCOL } from "../version.ts";

/** The schema of a handoff message of one type, its envelope included. */
export const handoffMessageSchema = (type: HandoffMessageType): JsonSchema => {
  const row: HandoffMessageRow = HANDOFF_MESSAGES[type];
  const envelope = envelopeOf(type);
  const own = Object.entries(row.fields);
  return {
    type: "object",
    properties: { ...envelope, ...Object.fromEntries(own.map(([name, field]) => [name, fieldSchema(field)])) },
    required: [...Object.keys(envelope), ...own.filter(([, { optional }]) => !optional).map(([name]) => name)],
    additionalProperties: false,
  };
};

const envelopeOf = (type: HandoffMessageType): { readonly [name: string]: JsonSchema } => {
  const { protocol, type: typed, session, traceId } = HANDOFF_ENVELOPE;
  return {
    protocol: { const: HANDOFF_PROTOCOL, description: protocol },
    type: { const: type, description: typed },
    ...(type !== "boot" && { session: { type: "string", format: "uuid", description: session } }),
    traceId: { type: "string", pattern: TRACE_ID_PATTERN, description: traceId },
  };
};

const fieldSchema = (field: HandoffField): JsonSchema => {
  const about = { description: field.says };
  switch (field.kind) {
    case "integer":
    case "number":
      return { type: field.kind, minimum: field.min, maximum: field.max, ...about };
    case "text":
      return { type: "string", minLength: 1, maxLength: field.max, ...about };
    case "choice":
      return { enum: field.values, ...about };
    case "choices":
      return { type: "array", items: { enum: field.values }, minItems: 1, maxItems: 8, ...about };
    case "bytes":
      // a transferred buffer has no form in JSON
      return { description: `${field.says} ${bytesOf(field.perCell)} for each cell: an ArrayBuffer, or base64.` };
  }
};

const bytesOf = (count: number): string => (count === 1 ? "One byte" : `${count} bytes`);
