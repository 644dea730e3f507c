import {
  ERRORS,
  type ErrorCode,
  LIBRARY_WORDS,
  type Refusal,
  type Worded,
  type Words,
  wordsOf,
} from "@lumiglyph/contract";
import { SeveralRefusals } from "./advice.ts";

type Sentences = { readonly [Code in ErrorCode]?: string };

/** What errors mean to a tool's caller, who sends no requests; the table's own sentence serves for the others. */
const TOOL: Sentences = {
  parameter_invalid:
    "An argument has a value outside its range, of the wrong type, or not among its choices. Values are never clamped: give one that the error lists.",
  parameter_unknown: "The call has an unknown argument. The error suggests the nearest known name.",
  parameter_repeated: "An argument was given more than once. Give it once.",
  parameter_conflict: "Two arguments exclude each other. Give only one.",
  image_missing: "Give exactly one picture: `imageBase64` or `imageUrl`.",
  image_ambiguous: "Give one picture only.",
  image_misplaced: "The tool has no argument `image`: give `imageBase64` or `imageUrl`.",
  image_base64_invalid:
    "`imageBase64` takes the bytes of a picture in base64, standard or URL-safe. Let a program encode them: never write base64 by hand.",
  image_url_untrusted:
    "`imageUrl` must be an https address, without credentials, on a trusted host. Fetch the picture yourself and give its bytes as `imageBase64`, or ask the operator to add the host to `SERVICE_IMAGE_FETCH_ALLOWLIST`.",
  image_url_missing:
    "The host of `imageUrl` answered 404 or 410: there is no image. Check the address, or give the bytes as `imageBase64`.",
  image_too_large: "The picture has more bytes than the server accepts. Give a smaller or more compressed one.",
  rate_limited:
    "This client has reached a limit: its points per minute, or its renders at the same time. Wait, then call again.",
  image_host_failed:
    "The host of `imageUrl` could not be reached or did not answer with an image. Check that the URL opens, or give the bytes as `imageBase64`.",
  image_host_down:
    "The host of `imageUrl` failed several times in a row, so it is now tried only once a second. Call again later, or give the bytes as `imageBase64`.",
  overloaded: "The service is at capacity. Wait a few seconds, then call again.",
  image_host_slow:
    "The host of `imageUrl` did not deliver the image in time. Try again, or give the bytes as `imageBase64`.",
};

/** The same of a tool with a folder of pictures. */
const FOLDER: Sentences = {
  ...TOOL,
  image_missing: "Give exactly one picture: `imagePath`, `imageBase64` or `imageUrl`.",
  image_misplaced: "The tool has no argument `image`: give `imagePath`, `imageBase64` or `imageUrl`.",
};

const wordsWith = (sentences: Sentences): Words => ({
  ...LIBRARY_WORDS,
  parameter: "argument",
  choose: "Give one of",
  whole: "The call has",
  says: (code) => sentences[code] ?? ERRORS[code].says,
});

export const TOOL_WORDS = wordsWith(TOOL);
const FOLDER_WORDS = wordsWith(FOLDER);

/** A refusal in the words of a tool. */
export const inToolWords = (refusal: Refusal, hasFolder: boolean): Worded => {
  if (!(refusal instanceof SeveralRefusals)) return wordsOf(refusal, hasFolder ? FOLDER_WORDS : TOOL_WORDS);
  const parts = refusal.parts.map((part) => inToolWords(part, hasFolder));
  return {
    message: parts.map(({ message }) => message).join(" "),
    problems: parts.flatMap(({ problems }) => problems),
  };
};
