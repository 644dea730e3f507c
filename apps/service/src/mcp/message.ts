import { isJSONRPCNotification, isJSONRPCRequest, type JSONRPCRequest } from "@modelcontextprotocol/server";
import type { RpcId } from "./rpc.ts";

/** What came: a request to answer, something that wants no answer, or neither. */
export type Message =
  | { readonly kind: "request"; readonly request: JSONRPCRequest }
  | { readonly kind: "silent" }
  | { readonly kind: "invalid"; readonly id: RpcId };

/** Reads one JSON value as a message. Notifications and posted responses are silent: a server without sessions needs none. */
export const readMessage = (value: unknown): Message => {
  if (isJSONRPCRequest(value)) return { kind: "request", request: value };
  if (isJSONRPCNotification(value) || isResponse(value)) return { kind: "silent" };
  return { kind: "invalid", id: idOf(value) };
};

/** The id to answer an invalid message under, where it has one that can be told back. */
const idOf = (value: unknown): RpcId => {
  const id = isRecord(value) ? value["id"] : null;
  return typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;
};

const isResponse = (value: unknown): boolean =>
  isRecord(value) &&
  value["jsonrpc"] === "2.0" &&
  !("method" in value) &&
  "id" in value &&
  (isRecord(value["result"]) || isRecord(value["error"]));

/** Whether a value is an object with keys, rather than an array or null. */
export const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
