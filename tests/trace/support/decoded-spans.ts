import generated from "@opentelemetry/otlp-transformer/build/src/generated/root.js";

/** A span as read by an independent OTLP decoder. */
export type DecodedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  /** Null if it has none. */
  readonly parentSpanId: string | null;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  /** Nanoseconds since 1970. */
  readonly begun: bigint;
  readonly ended: bigint;
  readonly attributes: { readonly [key: string]: string | number | boolean };
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** 0 unset, 2 error. */
  readonly status: number;
  readonly traceState: string;
  readonly resource: { readonly [key: string]: string | number | boolean };
};

/**
 * The spans in one message, decoded by the code that protobufjs generated for an older release of OpenTelemetry. Throws on
 * any other bytes.
 */
export const decodedSpans = (body: Uint8Array): readonly DecodedSpan[] => {
  const { ExportTraceServiceRequest: kind } = (generated as unknown as Generated).opentelemetry.proto.collector.trace
    .v1;
  const message = kind.toObject(kind.decode(body), { longs: String, arrays: true, defaults: true });
  return message.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map((span) => spanOf(span, attributesOf(resource.attributes)))),
  );
};

const spanOf = (span: WireSpan, resource: DecodedSpan["resource"]): DecodedSpan => ({
  traceId: hex(span.traceId),
  spanId: hex(span.spanId),
  parentSpanId: span.parentSpanId.length === 0 ? null : hex(span.parentSpanId),
  name: span.name,
  kind: span.kind,
  begun: BigInt(span.startTimeUnixNano),
  ended: BigInt(span.endTimeUnixNano),
  attributes: attributesOf(span.attributes),
  links: span.links.map((link) => ({ traceId: hex(link.traceId), spanId: hex(link.spanId) })),
  status: span.status?.code ?? 0,
  traceState: span.traceState,
  resource,
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const attributesOf = (pairs: readonly WireAttribute[]): DecodedSpan["attributes"] =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, valueIn(value)]));

const valueIn = ({ stringValue, intValue, doubleValue, boolValue }: WireValue): string | number | boolean => {
  const value = stringValue ?? doubleValue ?? boolValue ?? (intValue === undefined ? undefined : Number(intValue));
  if (value === undefined) throw new Error("an attribute of a kind that nobody sends");
  return value;
};

type WireValue = {
  readonly stringValue?: string;
  readonly intValue?: string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
};
type WireAttribute = { readonly key: string; readonly value: WireValue };
type WireSpan = {
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
  readonly parentSpanId: Uint8Array;
  readonly traceState: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly WireAttribute[];
  readonly links: readonly { readonly traceId: Uint8Array; readonly spanId: Uint8Array }[];
  readonly status: { readonly code: number } | null;
};
type WireMessage = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly WireAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
};
type Generated = {
  readonly opentelemetry: {
    readonly proto: {
      readonly collector: {
        readonly trace: {
          readonly v1: {
            readonly ExportTraceServiceRequest: {
              readonly decode: (body: Uint8Array) => object;
              readonly toObject: (message: object, options: object) => WireMessage;
            };
          };
        };
      };
    };
  };
};
