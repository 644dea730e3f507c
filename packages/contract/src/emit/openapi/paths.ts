import { ENDPOINTS, type Endpoint, type ServedEndpointId } from "../../endpoints.ts";
import { failures } from "./failures.ts";
import { type OperationDetails, operationDetails } from "./operations.ts";
import { traceParameterRefs } from "./parameters.ts";
import { PLATFORM_SECURITY } from "./security.ts";
import type { Operation, PathItem, Responses } from "./types.ts";

/** Every path that is served with its methods, HEAD beside each GET (decisions 2.16, 2.17), and no other. */
export const paths = (served: readonly ServedEndpointId[]): { readonly [path: string]: PathItem } => {
  const details = operationDetails();
  return Object.fromEntries(served.map((id) => [ENDPOINTS[id].path, pathItem(ENDPOINTS[id], details[id])]));
};

const pathItem = (endpoint: Endpoint, details: OperationDetails): PathItem => {
  const whole = operation(endpoint, details);
  return endpoint.method === "POST" ? { post: whole } : { get: whole, head: headOf(whole) };
};

const operation = (endpoint: Endpoint, details: OperationDetails): Operation => ({
  operationId: endpoint.operation,
  tags: [details.tag],
  summary: sentence(endpoint.summary),
  ...(details.description === undefined ? {} : { description: details.description }),
  parameters: [...(details.parameters ?? []), ...traceParameterRefs()],
  ...(details.body === undefined ? {} : { requestBody: details.body }),
  responses: { ...failures(endpoint, details.fails), ...details.successes },
  security: endpoint.access === "public" ? [] : PLATFORM_SECURITY,
});

/** The same answers without their bodies. */
const headOf = (get: Operation): Operation => ({
  ...get,
  operationId: `${get.operationId}Head`,
  summary: `${get.summary}, headers only`,
  responses: Object.fromEntries(
    Object.entries(get.responses).map(([status, { content: _, ...bare }]) => [status, bare]),
  ) satisfies Responses,
});

const sentence = (summary: string): string => summary.charAt(0).toUpperCase() + summary.slice(1);
