import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test, vi } from "vitest";
import { fixture } from "../../spec/drawn.ts";
import { type ImageHost, startImageHost } from "../../support/http-image-host.ts";
import { startProcess } from "../../support/http-process.ts";
import { askRender, jsonBody, rawImage } from "../../support/http-render.ts";

// starts two processes on a possibly busy machine
vi.setConfig({ testTimeout: 60_000 });

const PICTURE = fixture("charts/color-wheel.png");
const AT = { columns: 16 };

/** A name that fails without a DNS query: its first label is one letter too long. */
const NOWHERE = `${"a".repeat(64)}.invalid`;

/** An image store on this machine, and a service process whose operator has listed it. */
const startBoth = async (env: { readonly [name: string]: string }) => {
  let requests = 0;
  const host = await startImageHost(["localhost"], (_request, response) => {
    requests++;
    response.end(PICTURE);
  });
  const service = await startProcess({
    SERVICE_PORT: "0",
    SERVICE_IMAGE_FETCH_ALLOWLIST: `localhost:${host.port},${NOWHERE}`,
    NODE_EXTRA_CA_CERTS: host.certificateFile,
    ...env,
  });
  const answerTo = async (imageUrl: string) => {
    const { status, text, json } = await askRender(service.url, jsonBody({ imageUrl, ...AT }));
    const { traceId: _traceId, ...problem } = status === 200 ? { drawn: text } : json();
    return { status, ...problem };
  };
  return { host, service, answerTo, requests: () => requests };
};

const own = ({ port }: ImageHost) => `https://localhost:${port}/store/picture.png`;

test("an operator's own image store works once its name is listed and private addresses are allowed", async () => {
  const { host, service, answerTo, requests } = await startBoth({ SERVICE_IMAGE_FETCH_PRIVATE: "true" });
  const { text } = await askRender(service.url, rawImage(PICTURE, AT));
  expect(await answerTo(own(host))).toEqual({ status: 200, drawn: text });
  expect(requests()).toBe(1);
  await host.stop();
  for (let failures = 0; failures < 5; failures++) {
    expect(await answerTo(own(host))).toMatchObject({ status: 502, code: "image_host_failed" });
  }
  // a new listener at that port gets no connection: the host has failed five times in a row
  let connections = 0;
  const another = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(host.port, "127.0.0.1");
  await once(another, "listening");
  expect(await answerTo(own(host))).toMatchObject({ status: 502, code: "image_host_down" });
  expect(connections).toBe(0);
  another.close();
  expect(await service.stop()).toBe(0);
});

test("without permission, the same store looks like a name that does not exist", async () => {
  const { host, service, answerTo, requests } = await startBoth({});
  const missing = await answerTo(`https://${NOWHERE}/store/picture.png`);
  expect(missing).toMatchObject({ status: 502, code: "image_host_failed" });
  expect(await answerTo(own(host))).toEqual(missing);
  expect(requests()).toBe(0);
  expect(await service.stop()).toBe(0);
  await host.stop();
});
