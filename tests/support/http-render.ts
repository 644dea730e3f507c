import { multipartBody } from "../../apps/service/src/testing/multipart-body.ts";

/** Parameters by name, in their native types. */
export type Given = { readonly [name: string]: unknown };

/** A render request, without its service. */
export type RenderRequest = {
  readonly query?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: Uint8Array | string;
};

/** A complete response. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  readonly json: () => Record<string, unknown>;
};

/** Sends a render request over HTTP. */
export const askRender = async (url: string, { query = "", headers = {}, body }: RenderRequest): Promise<Answer> =>
  ask(`${url}/api/v1/render${query === "" ? "" : `?${query}`}`, {
    method: "POST",
    headers,
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  });

/**
 * Sends any request over HTTP. No connection is reused: on a busy machine the service may close an idle one just when a test
 * takes it again.
 */
export const ask = async (url: string, init: RequestInit = {}): Promise<Answer> => {
  const headers = new Headers(init.headers);
  headers.set("connection", "close");
  const response = await fetch(url, { ...init, headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString("utf8");
  return { status: response.status, headers: response.headers, bytes, text, json: () => JSON.parse(text) };
};

/** Runs `work` for each item, with the concurrency of a service with one worker; results are in the items' order. */
export const fiveAtOnce = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results = new Map<number, Result>();
  const rest = items.entries();
  const worker = async () => {
    for (const [at, item] of rest) results.set(at, await work(item));
  };
  await Promise.all(Array.from({ length: 5 }, worker));
  return items.map((_, at) => results.get(at) as Result);
};

/** Parameters as a query string. */
export const queryOf = (given: Given): string => new URLSearchParams(Object.entries(written(given))).toString();

/** An image as the raw body, the parameters in the query. */
export const rawImage = (image: Uint8Array, given: Given = {}, type = "image/png"): RenderRequest => ({
  query: queryOf(given),
  headers: { "content-type": type },
  body: image,
});

/** A JSON body. */
export const jsonBody = (value: unknown, query: Given = {}): RenderRequest => ({
  query: queryOf(query),
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

/** An image in base64 with the parameters as keys beside it. */
export const jsonImage = (image: Uint8Array, given: Given = {}, query: Given = {}): RenderRequest =>
  jsonBody({ imageBase64: Buffer.from(image).toString("base64"), ...given }, query);

/** An image as the file of a form, with the parameters as fields before or after it. */
export const formImage = (
  image: Uint8Array,
  given: Given = {},
  query: Given = {},
  fileFirst = false,
): RenderRequest => {
  const file = { name: "image", value: image, fileName: "picture", type: "application/octet-stream" };
  const fields = Object.entries(written(given)).map(([name, value]) => ({ name, value }));
  const { headers, payload } = multipartBody(fileFirst ? [file, ...fields] : [...fields, file]);
  return { query: queryOf(query), headers, body: payload };
};

const written = (given: Given): { [name: string]: string } =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
