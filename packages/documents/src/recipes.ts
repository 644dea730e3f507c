import { CHROMA_ENCODING, type ErrorCode, type RenderParams, type SourceName } from "@lumiglyph/contract";

/**
 * A request that can be run as it stands: how its image travels, its parameters, and in words when to use it, what to
 * expect and what to do then. Method, path, headers, body, curl line, status and media types follow from the tables.
 */
export type Recipe = {
  readonly title: string;
  readonly when: string;
  /** Absent where no image is sent. */
  readonly source?: SourceName;
  readonly params: Partial<RenderParams>;
  readonly expect: string;
  readonly next: string;
  /** The image is the whole body instead of a form's file. */
  readonly raw?: true;
  /** The answer goes to a file instead of the screen. */
  readonly saved?: true;
  /** The request goes to the tool endpoint, in this form. */
  readonly tool?: ToolUse;
  /** The recipe shows this failure. */
  readonly fails?: ErrorCode;
};

/** Ways to ask the tool endpoint; `stateless` is the newest revision of its protocol, which tells itself in each request. */
export type ToolUse = "list" | "call" | "stateless" | "batch";

/** What every agent manifest and every page shows. `tests/e2e/recipes.test.ts` runs each of them as it stands. */
export const RECIPES = {
  terminal: {
    title: "Plain text for a terminal",
    when: "The answer goes to a terminal, a log or a text file.",
    source: "image",
    params: { columns: 80 },
    expect: "80 printable ASCII characters a line, one line a row, a line feed after each.",
    next: "Show it in a monospaced font on a dark ground. For a light ground add `invert=true`.",
  },
  thumbnail: {
    title: "Small thumbnail for a chat",
    when: "A message has room for 2,000 characters and shows code blocks.",
    source: "image",
    params: { columns: 40, charset: "standard" },
    expect: "40 characters a line; a picture up to twice as high as wide stays under 2,000 characters.",
    next: "Put it into a code block. This `charset` has no backtick that would end one.",
  },
  ansi: {
    title: "In color for a terminal",
    when: "The terminal shows 24-bit color.",
    source: "image",
    params: { columns: 100, format: "ansi", color: true },
    expect:
      "The characters with a 24-bit color wherever it changes, reset at each line's end; no other escape sequence.",
    next: "Print it as it is. Do not show it in a chat or a page: the escape sequences would stand there as text.",
  },
  svg: {
    title: "SVG for a page",
    when: "The art goes into a web page, a README or a document.",
    source: "image",
    params: { columns: 120, format: "svg", color: true },
    expect: "A standalone SVG file: a title for screen readers, no script, nothing loaded from elsewhere.",
    next: "Embed it as an image. Every run of characters has its place and length, so the grid holds in any font.",
    saved: true,
  },
  evidence: {
    title: "JSON with the evidence",
    when: "You must know how faithful the art is, or work on its rows.",
    source: "image",
    params: { columns: 100, format: "json" },
    expect:
      "One object: the rows in `lines`, the chosen `glyphs` and how far their tones are off, and `quality` with its `status`, `score` and `components`.",
    next: "`target_met`: done. `best_effort` is no error: the art is there, and each of the `components` whose `met` is false fell short of its `threshold`. Ask again with more `columns`, or with the `qualityTarget` that fits the picture, and keep the answer with the higher `score`. Leave out what the Auto Director may tune: what you set is `locked`.",
  },
  chroma: {
    title: "Compact JSON with chroma",
    when: "A program draws the characters itself and needs a color for each.",
    source: "image",
    params: { columns: 80, format: "json-compact" },
    expect: `One object without white space: \`text\`, and in \`chroma\` three bytes a cell (red, green, blue) in the encoding \`${CHROMA_ENCODING}\`.`,
    next: "Decode `data` as base64. The color of row r, column c begins at byte 3 × (r × `columns` + c), both counted from 0.",
  },
  portrait: {
    title: "A portrait",
    when: "The picture shows a face.",
    source: "image",
    params: { columns: 100, qualityTarget: "portrait" },
    expect: "Text as above, judged as a portrait; `Render-Quality` says whether the target was met.",
    next: "Crop to head and shoulders before you send it: detail comes from the columns that the face itself gets.",
  },
  lowLight: {
    title: "A picture taken in low light",
    when: "The picture is dark, noisy or of the night.",
    source: "image",
    params: { columns: 100, qualityTarget: "low-light" },
    expect: "Text as above, judged for low light; `Render-Quality` says whether the target was met.",
    next: "Still too dark? Raise `gamma`; noise in flat parts? Raise `denoise`.",
  },
  raw: {
    title: "The file itself as the body",
    when: "Your client sends a file more easily than a form.",
    source: "image",
    params: { columns: 80 },
    expect: "The same text as for the form.",
    next: "Parameters stand in the query string. What counts is the file's bytes, not which image type is named.",
    raw: true,
  },
  url: {
    title: "A picture on the web",
    when: "The picture is on an https host that this service trusts.",
    source: "imageUrl",
    params: { columns: 80 },
    expect: "The same text as for the file itself.",
    next: "On `image_url_untrusted`, `image_host_failed` or `image_host_slow` fetch the picture yourself and send it as a file.",
  },
  base64: {
    title: "A picture inside the request",
    when: "You hold the bytes and cannot send a form, or want to try the service without any file.",
    source: "imageBase64",
    params: { columns: 8, charset: "minimal" },
    expect: "A checkerboard of two by two fields, eight characters wide.",
    next: "Put your own bytes in its place. A file on disk is shorter to send as a form.",
  },
  failure: {
    title: "An error, on purpose",
    when: "You write the code that handles errors.",
    source: "image",
    params: { columns: 9000 },
    expect: "`errors` names each faulty parameter, what was `given` and what is `allowed`; `detail` says it in words.",
    next: "Decide by `code`, never by the sentences. 400, 413, 415: change the request as `detail` says. 429, 503: wait as long as `Retry-After` says and send it again; where that header is absent ask for less. 502, 504: send the image itself.",
    fails: "parameter_invalid",
  },
  toolList: {
    title: "The tools, by JSON-RPC",
    when: "You speak the Model Context Protocol, or JSON-RPC by hand.",
    params: {},
    expect: "A result with one tool, `render_ascii`, and the JSON Schema of its arguments.",
    next: "Call it. No handshake and no session are needed, whatever the revision.",
    tool: "list",
  },
  toolCall: {
    title: "A call of the tool",
    when: "An agent renders a picture whose bytes or address it holds.",
    source: "imageBase64",
    params: { columns: 8, charset: "minimal" },
    expect: "A result whose `content` is the art as one text, with the evidence in `_meta`.",
    next: "Where `isError` is true the text begins with an error code: change the arguments as it says.",
    tool: "call",
  },
  toolStateless: {
    title: "A call of the tool, revision 2026-07-28",
    when: "Your client speaks the newest revision: it tells itself in headers and in `_meta` of every request.",
    source: "imageBase64",
    params: { columns: 8, charset: "minimal" },
    expect: "The same art, in a result that also says `resultType` and which server made it.",
    next: "Headers and body must agree, or the answer is 400 with the code -32020.",
    tool: "stateless",
  },
  toolBatch: {
    title: "Two calls in one batch",
    when: "You want several renders of small pictures by one request, and do not speak revision 2026-07-28.",
    source: "imageBase64",
    params: { columns: 8, charset: "minimal" },
    expect: "An array with an answer for each request, in the order of the batch.",
    next: "Calls of a batch run one after another, and each counts as a render.",
    tool: "batch",
  },
} as const satisfies { readonly [id: string]: Recipe };

export type RecipeId = keyof typeof RECIPES;

export const RECIPE_IDS = Object.keys(RECIPES) as readonly RecipeId[];

/** The row of a recipe, seen as any row. */
export const recipeRow = (id: RecipeId): Recipe => RECIPES[id];
