import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { FORMATS, type FormatId } from "@lumiglyph/contract";
import { UsageError } from "../usage-error.ts";

/** Where art goes. */
export type Destination =
  | { readonly kind: "stdout" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "folder"; readonly path: string };

/** Where art goes that is to go to `out`; several pictures need a folder. */
export const chooseDestination = async (out: string | null, many: boolean): Promise<Destination> => {
  if (out === null || out === "-") return { kind: "stdout" };
  const kind = await kindOf(out);
  if (kind === "file" && many) {
    throw new UsageError(`${out} is a file, and there are several pictures. Name a folder: --out art`);
  }
  const folder = kind === "folder" || many || /[\\/]$/.test(out);
  return { kind: folder ? "folder" : "file", path: out };
};

/** The format that a file's name asks for; null where it has no ending, or there is no file. */
export const formatByName = (destination: Destination): FormatId | null => {
  const ending = destination.kind === "file" ? extname(destination.path).slice(1).toLowerCase() : "";
  if (ending === "") return null;
  const format = FORMAT_IDS.find((id) => FORMATS[id].extension === ending);
  if (format !== undefined) return format;
  throw new UsageError(
    `No format is written to names that end in .${ending}, but to those in ${ENDINGS.join(", ")}. Or give \`--format\`.`,
  );
};

const FORMAT_IDS = Object.keys(FORMATS) as readonly FormatId[];

const ENDINGS = [...new Set(Object.values(FORMATS).map(({ extension }) => `.${extension}`))];

const kindOf = async (path: string): Promise<"file" | "folder" | null> => {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "file";
  } catch {
    return null;
  }
};
