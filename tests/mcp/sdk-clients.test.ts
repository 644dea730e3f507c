import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { askRender, rawImage } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";

const service = serviceForFile();
const RAMP = fixture("charts/ramp.png");
const SELF = { name: "lumiglyph-test", version: "1.0.0" };
const endpoint = () => new URL(`${service.url}/api/mcp`);

/** The client operations of a test, for either line of the SDK. */
type Session = {
  readonly list: () => Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  readonly call: (args: object) => Promise<object>;
  readonly revision: () => string | undefined;
  readonly close: () => Promise<void>;
};

const openNew = async (mode: "legacy" | "auto"): Promise<Session> => {
  const client = new NewClient(SELF, { versionNegotiation: { mode } });
  await client.connect(new NewTransport(endpoint()));
  return {
    list: () => client.listTools(),
    call: (args) => client.callTool({ name: "render_ascii", arguments: { ...args } }),
    revision: () => client.getNegotiatedProtocolVersion(),
    close: () => client.close(),
  };
};

const openOld = async (): Promise<Session> => {
  const client = new OldClient(SELF);
  const transport = new OldTransport(endpoint());
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    list: () => client.listTools(),
    call: (args) => client.callTool({ name: "render_ascii", arguments: { ...args } }),
    revision: () => transport.protocolVersion,
    close: () => client.close(),
  };
};

describe.each([
  ["1.32, which knows nothing newer", openOld, "2025-11-25"],
  ["2.4 as an older one", () => openNew("legacy"), "2025-11-25"],
  ["2.4", () => openNew("auto"), "2026-07-28"],
] as const)("the SDK's client %s", (_, open, revision) => {
  test(`agrees on ${revision}, lists the tool and calls it`, async () => {
    const session = await open();
    try {
      expect(session.revision()).toBe(revision);
      expect((await session.list()).tools.map(({ name }) => name)).toEqual(["render_ascii"]);
      const imageBase64 = Buffer.from(RAMP).toString("base64");
      const given = { columns: 40, charset: "standard" };
      const { text } = await askRender(service.url, rawImage(RAMP, given));
      expect(await session.call({ imageBase64, ...given })).toMatchObject({
        content: [
          { type: "text", text },
          { type: "text", text: expect.stringContaining("untrusted pixels") },
        ],
      });
      expect(await session.call({ imageBase64, columns: 3 })).toMatchObject({
        isError: true,
        content: [
          {
            text: 'parameter_invalid: Expected an integer from 8 to 400 for `columns` but received 3 (number). Call again with {"columns":8}.',
          },
        ],
      });
    } finally {
      await session.close();
    }
  });
});
