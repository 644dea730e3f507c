import { once } from "node:events";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { startProcess } from "../support/http-process.ts";
import { PLACES, type Planted, plantedRequests, TOLD_BACK } from "./support/planted-requests.ts";
import { KEY, metricsAt, statusAt } from "./support/platform-status.ts";
import { placesFoundIn, secretsFor } from "./support/secrets.ts";
import { startReceiver } from "./support/trace-receiver.ts";

const SECRETS = secretsFor([...PLACES, ...TOLD_BACK]);
/** The operator's own, which no request has. */
const OPERATOR = { credential: KEY, header: "receiver-token-0123456789" };
/** Places with their own format: the operator's secrets, the requested color, and the image. */
const ALL = { ...SECRETS, ...OPERATOR, color: "#c0ffee" };

type Sent = { readonly planted: Planted; readonly status: number; readonly body: string };

const send = async (port: number, planted: Planted): Promise<Sent> => {
  const { method = "POST", path, headers, body = "" } = planted;
  const length = method === "GET" ? {} : { "content-length": Buffer.byteLength(body) };
  const asked = request({ host: "127.0.0.1", port, method, path, headers: { ...headers, ...length } });
  asked.end(body);
  const [response] = await once(asked, "response");
  return { planted, status: response.statusCode, body: (await buffer(response)).toString("latin1") };
};

let sent: readonly Sent[] = [];
let picture = "";
let [log, metrics, status, exported] = ["", "", "", Buffer.alloc(0)] as [string, string, string, Buffer];
let spans = 0;

beforeAll(async () => {
  const receiver = await startReceiver();
  const service = await startProcess({
    ...{ SERVICE_PORT: "0", SERVICE_WORKERS: "1", SERVICE_API_KEY: KEY, SERVICE_LOG_LEVEL: "trace" },
    ...{ SERVICE_IMAGE_FETCH_ALLOWLIST: "images.example,*.cdn.example", SERVICE_TRUSTED_PROXIES: "127.0.0.0/8" },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_HEADERS: `x-token=${OPERATOR.header}` },
    ...{ SERVICE_CACHE: "memory", SERVICE_RATE_POINTS: "1000" },
  });
  const port = Number(new URL(service.url).port);
  const requests = await plantedRequests(SECRETS, fixture("koi.png"));
  picture = Buffer.from(requests[0]?.body ?? "").toString("base64");
  const answers: Sent[] = [];
  for (const planted of requests) {
    answers.push(await send(port, planted));
    // within the export rate of a second
    if (answers.length % 12 === 0) await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  sent = answers;
  metrics = await metricsAt(service.url);
  status = JSON.stringify(await statusAt(service.url));
  await service.stop();
  log = await service.errors;
  exported = Buffer.concat(receiver.posts.map(({ body }) => body));
  spans = receiver.spans().filter(({ kind }) => kind === 2).length;
  await receiver.stop();
}, 120_000);

afterAll(() => {
  sent = [];
});

describe("the secrets in requests of every transport", () => {
  test("are at least forty, and the requests get the expected statuses", () => {
    expect(Object.keys(ALL).length).toBeGreaterThanOrEqual(40);
    const planted = new Set(sent.flatMap(({ planted: one }) => placesFoundIn(wireOf(one), ALL)));
    expect(Object.keys(ALL).filter((place) => !(place in OPERATOR) && !planted.has(place))).toEqual([]);
    expect(
      sent
        .filter((one) => !one.planted.statuses.includes(one.status))
        .map(({ planted: { what }, status: got }) => [what, got]),
    ).toEqual([]);
  });

  test("are not in the export, though every render and every call is", () => {
    expect(spans).toBeGreaterThanOrEqual(20);
    expect(placesFoundIn(exported, ALL)).toEqual([]);
    expect(exported.includes(picture.slice(0, 40))).toBe(false);
  });

  test("are not in the log at its most verbose level", () => {
    expect(log.split("\n").length).toBeGreaterThan(sent.length);
    expect(placesFoundIn(log, ALL)).toEqual([]);
    expect(log).not.toContain(picture.slice(0, 40));
  });

  test("are not in the metrics or in the status", () => {
    expect(metrics).toContain("lumiglyph_render_duration_seconds_count");
    expect([placesFoundIn(metrics, ALL), placesFoundIn(status, ALL)]).toEqual([[], []]);
  });

  test("are in error bodies only if quoted to their own client", () => {
    const told = new Set<string>(TOLD_BACK);
    const errors = sent.filter(
      (one) => one.status >= 400 || one.body.includes('"isError":true') || one.body.includes('"error":'),
    );
    expect(errors.length).toBeGreaterThan(15);
    for (const { planted, body } of errors) {
      expect([planted.what, placesFoundIn(body, ALL).filter((place) => !told.has(place))]).toEqual([planted.what, []]);
    }
  });
});

/** A request roughly as sent: enough to find its secrets. */
const wireOf = ({ path, headers, body = "" }: Planted): Buffer =>
  Buffer.concat([Buffer.from(`${path}\n${JSON.stringify(headers)}\n`), Buffer.from(body)]);

test("the search finds a secret in each encoding", () => {
  const secrets = secretsFor(["place"]);
  const secret = secrets["place"] ?? "";
  const disguises = [secret, secret.toUpperCase(), Buffer.from(secret).toString("hex")];
  for (const lead of ["", "a", "ab"]) disguises.push(Buffer.from(`${lead}${secret}, and more`).toString("base64"));
  expect(disguises.map((text) => placesFoundIn(`before ${text} behind`, secrets))).toEqual(
    disguises.map(() => ["place"]),
  );
  expect(placesFoundIn("kanarienvogel-01-zx9q", secrets)).toEqual([]);
});
