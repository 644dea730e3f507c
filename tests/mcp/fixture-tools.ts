import type { AppParts } from "@lumiglyph/service";

type Tool = NonNullable<AppParts["moreTools"]>[number];
type Result = Awaited<ReturnType<Tool["call"]>>;
type Content = Result["content"];

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

const answering = (name: string, content: Content): Tool => ({
  definition: { name, description: name },
  call: async () => ({ content }),
});

const resource = (uri: string, mimeType: string, text: string): Content[number] => ({
  type: "resource",
  resource: { uri, mimeType, text },
});

/** The tools that the conformance suite calls by name: without them it would only test a missing tool. */
export const FIXTURE_TOOLS: readonly Tool[] = [
  answering("test_simple_text", [{ type: "text", text: "This is a simple text response for testing." }]),
  answering("test_image_content", [{ type: "image", data: PNG, mimeType: "image/png" }]),
  answering("test_audio_content", [{ type: "audio", data: WAV, mimeType: "audio/wav" }]),
  answering("test_embedded_resource", [
    resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ]),
  answering("test_multiple_content_types", [
    { type: "text", text: "Multiple content types test:" },
    { type: "image", data: PNG, mimeType: "image/png" },
    resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ]),
  {
    definition: { name: "test_error_handling", description: "fails" },
    call: async () => ({
      isError: true,
      content: [{ type: "text", text: "This tool intentionally returns an error for testing" }],
    }),
  },
  {
    definition: { name: "test_tool_with_progress", description: "tells how far it is" },
    call: async (_, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
        }
        await pause();
      }
      return { content: [{ type: "text", text: "done" }] };
    },
  },
  {
    definition: { name: "test_tool_with_logging", description: "tells what it does" },
    needs: { logging: {} },
    call: async (_, { mcpReq }) => {
      for (const line of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
        await mcpReq.log("info", line);
        await pause();
      }
      return { content: [{ type: "text", text: "done" }] };
    },
  },
];
