import { CHROMA_ENCODING, type ErrorCode, type RenderParams, type SourceName } from "@lumiglyph/contract";

/**
 * A request that runs unchanged: its image source, its parameters, and sentences on when to use it, what to expect and
 * what to do next. Method, path, headers, body, curl command, status and media types follow from the tables.
 */
export type Recipe = {
  readonly title: string;
  readonly when: string;
  /** Absent if no image is sent. */
  readonly source?: SourceName;
  readonly params: Partial<RenderParams>;
  readonly expect: string;
  readonly next: string;
  /** The image is the whole body instead of a form's file. */
  readonly raw?: true;
  /** The response goes to a file instead of the screen. */
  readonly saved?: true;
  /** The request goes to the tool endpoint, in this form. */
  readonly tool?: ToolUse;
  /** The recipe demonstrates this error. */
  readonly fails?: ErrorCode;
};

/** Ways to use the tool endpoint; `stateless` is the newest revision of its protocol, declared in each request. */
export type ToolUse = "list" | "call" | "stateless" | "batch";

/** The recipes of the agent manifest and the pages. `tests/e2e/recipes.test.ts` runs all of them unchanged. */
export const RECIPES = {
  terminal: {
    title: "Plain text for a terminal",
    when: "The art goes to a terminal, a log or a text file.",
    source: "image",
    params: { columns: 80 },
    expect: "One line per row, each with 80 printable ASCII characters and a line feed.",
    next: "Show it in a monospaced font on a dark background. On a light background, add `background=light`.",
  },
  thumbnail: {
    title: "Small thumbnail for a chat",
    when: "A message has room for 2,000 characters and shows code blocks.",
    source: "image",
    params: { columns: 40, charset: "standard" },
    expect: "40 characters per line; a picture up to twice as tall as wide stays under 2,000 characters.",
    next: "Put it in a code block. This `charset` has no backtick that would end one.",
  },
  ansi: {
    title: "In color for a terminal",
    when: "The terminal shows 24-bit color.",
    source: "image",
    params: { columns: 100, format: "ansi", color: true },
    expect:
      "The characters with a 24-bit color wherever it changes, reset at the end of each line; no other escape sequences.",
    next: "Print it unchanged. Do not use it in a chat or a web page, which would show the escape sequences as text.",
  },
  svg: {
    title: "SVG for a page",
    when: "The art goes into a web page, a README or a document.",
    source: "image",
    params: { columns: 120, format: "svg", color: true },
    expect: "A standalone SVG file: a title for screen readers, no script, nothing loaded from elsewhere.",
    next: "Embed it as an image. Every run of characters has a fixed position and length, so the grid stays aligned in any font.",
    saved: true,
  },
  evidence: {
    title: "JSON with the evidence",
    when: "You need to know how faithful the art is, or to process its rows.",
    source: "image",
    params: { columns: 100, format: "json" },
    expect:
      "One object: the rows in `lines`, the chosen `glyphs` with their tone error, and `quality` with its `status`, `score` and `components`.",
    next: "`target_met`: done. `best_effort` is not an error: the art is usable, but each of the `components` whose `met` is false is below its `threshold`. Try more `columns`, or the `qualityTarget` that fits the picture, and keep the result with the higher `score`. Omit parameters that the Auto Director may tune: those you set are `locked`.",
  },
  chroma: {
    title: "Compact JSON with chroma",
    when: "A program draws the characters itself and needs a color for each.",
    source: "image",
    params: { columns: 80, format: "json-compact" },
    expect: `One object without whitespace: \`text\`, and in \`chroma\` three bytes per cell (red, green, blue) in the encoding \`${CHROMA_ENCODING}\`.`,
    next: "Decode `data` as base64. The color of row r, column c begins at byte 3 × (r × `columns` + c), both counted from 0.",
  },
  portrait: {
    title: "A portrait",
    when: "The picture shows a face.",
    source: "image",
    params: { columns: 100, qualityTarget: "portrait" },
    expect: "Text as above, measured as a portrait; `Render-Quality` says whether the target was met.",
    next: "Crop to head and shoulders before sending: the more columns the face gets, the more detail it has.",
  },
  lowLight: {
    title: "A picture taken in low light",
    when: "The picture is dark, noisy or a night scene.",
    source: "image",
    params: { columns: 100, qualityTarget: "low-light" },
    expect: "Text as above, measured for low light; `Render-Quality` says whether the target was met.",
    next: "Still too dark? Raise `gamma`. Noise in flat areas? Raise `denoise`.",
  },
  raw: {
    title: "The file itself as the body",
    when: "Your client sends a file more easily than a form.",
    source: "image",
    params: { columns: 80 },
    expect: "The same text as for the form.",
    next: "Parameters go in the query string. The file's bytes count, not the declared image type.",
    raw: true,
  },
  url: {
    title: "A picture on the web",
    when: "The picture is on an https host that this service trusts; by default it trusts none.",
    source: "imageUrl",
    params: { columns: 80 },
    expect: "The same text as for the file itself; 400 `image_url_untrusted` if the service does not trust the host.",
    next: "On `image_url_untrusted`, `image_host_failed`, `image_host_down` or `image_host_slow`, fetch the picture yourself and send it as a file.",
  },
  base64: {
    title: "A picture inside the request",
    when: "You have the bytes and cannot send a form, or want to try the service without a file.",
    source: "imageBase64",
    params: { columns: 8, charset: "minimal" },
    expect: "A checkerboard of two by two squares, eight characters wide.",
    next: "Replace it with your own bytes. For a file on disk, a form is shorter.",
  },
  failure: {
    title: "An error, on purpose",
    when: "You write the code that handles errors.",
    source: "image",
    params: { columns: 9000 },
    expect:
      "`errors` lists each invalid parameter with what was `given` and what is `allowed`; `detail` says it in words.",
    next: "Branch on `code`, never on the sentences. 400, 413, 415: change the request as `detail` says. 429, 503: wait as long as `Retry-After` says and retry; without that header, request less. 502, 504: send the image itself.",
    fails: "parameter_invalid",
  },
  toolList: {
    title: "The tools, over JSON-RPC",
    when: "You use the Model Context Protocol, or JSON-RPC by hand.",
    params: {},
    expect: "A result with one tool, `render_ascii`, and the JSON Schema of its arguments.",
    next: "Call it. No revision needs a handshake or a session.",
    tool: "list",
  },
  toolCall: {
    title: "A tool call",
    when: "An agent renders a picture whose bytes or URL it has.",
    source: "imageBase64",
    params: { columns: 8, charset: "minimal" },
    expect:
      "A result whose first `content` is the art, and whose second is a line on its size and quality; the evidence is in `_meta`.",
    next: "If `isError` is true, the text starts with an error code: change the arguments as it says. For a chat, give `columns` or `maxCharacters`.",
    tool: "call",
  },
  toolStateless: {
    title: "A tool call, revision 2026-07-28",
    when: "Your client uses the newest revision, which is declared in headers and in `_meta` of every request.",
    source: "imageBase64",
    params: { columns: 8, charset: "minimal" },
    expect: "The same art, in a result that also has `resultType` and names the server.",
    next: "Headers and body must agree, or the response is 400 with the code -32020.",
    tool: "stateless",
  },
  toolBatch: {
    title: "Two calls in one batch",
    when: "You want to render several small pictures in one request, in a revision before 2026-07-28.",
    source: "imageBase64",
    params: { columns: 8, charset: "minimal" },
    expect: "An array with one response per request, in the order of the batch.",
    next: "The calls of a batch run one after another, and each counts as a render.",
    tool: "batch",
  },
} as const satisfies { readonly [id: string]: Recipe };

export type RecipeId = keyof typeof RECIPES;

export const RECIPE_IDS = Object.keys(RECIPES) as readonly RecipeId[];

/** The row of a recipe, typed as any row. */
export const recipeRow = (id: RecipeId): Recipe => RECIPES[id];
