import { INPUT_FORMATS, Refusal } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import type { Server } from "@modelcontextprotocol/server";
import type { Folder } from "./folder.ts";
import { ownError } from "./rpc.ts";
import { PICTURE_SCHEME, pathMeant } from "./spellings.ts";

/** Serves the pictures of a folder as resources: a list of some of them, and the bytes of each. */
export const serveResources = (server: Server, folder: Folder): void => {
  server.setRequestHandler("resources/list", async () => ({
    resources: (await folder.list()).map(({ path, mediaType, bytes }) => ({
      uri: `${PICTURE_SCHEME}${path.split("/").map(encodeURIComponent).join("/")}`,
      name: path,
      mimeType: mediaType,
      size: bytes,
    })),
  }));
  server.setRequestHandler("resources/templates/list", async () => ({
    resourceTemplates: [
      { uriTemplate: `${PICTURE_SCHEME}{+path}`, name: "picture", description: "A picture by its path in the folder." },
    ],
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const bytes = await readPicture(folder, uri);
    const format = bytes === null ? null : sniff(bytes);
    if (bytes === null || format === null) throw ownError(NO_SUCH_RESOURCE);
    const blob = Buffer.from(bytes).toString("base64");
    return { contents: [{ uri, mimeType: INPUT_FORMATS[format].mediaType, blob }] };
  });
};

/** Error message for anything but a picture of the folder, whether it exists or not. */
const NO_SUCH_RESOURCE =
  "There is no such picture, or it is too large. resources/list lists the pictures of the folder.";

const readPicture = async (folder: Folder, uri: string): Promise<Uint8Array | null> => {
  const path = uri.startsWith(PICTURE_SCHEME) ? pathMeant(uri) : null;
  if (path === null) return null;
  try {
    return await folder.read(path);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
};
