import style from "./player.css?raw";
import script from "./player.js?raw";

/** What the player's script reads: see player.js. */
export type PlayedVideo = {
  readonly columns: number;
  readonly rows: number;
  readonly glyphs: string;
  readonly sheets: readonly object[];
  /** Milliseconds. */
  readonly end: number;
  /** Base64 of the frames, deflated (RFC 1951). */
  readonly data: string;
};

/** The page of the player. Without script it shows the first frame. */
export const playerPage = ({
  name,
  video,
  firstLines,
}: {
  readonly name: string;
  readonly video: PlayedVideo;
  readonly firstLines: readonly string[];
}): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${SCRIPT_HASH}'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(name)}</title>
<style>${style}</style>
</head>
<body>
<main id="table">
<h1>${escaped(name)}</h1>
<figure id="frame">
<pre id="art" role="img" aria-label="${escaped(name)}, drawn in characters, ${video.columns} columns by ${video.rows} rows">
${escaped(firstLines.map((line) => `${line}\n`).join(""))}</pre>
<canvas id="ink" width="${video.columns}" height="${video.rows}" aria-hidden="true"></canvas>
</figure>
</main>
<form id="form" aria-label="Player" hidden>
<button type="button" id="play">Play</button>
<input type="range" id="place" aria-label="Position" min="0" value="0">
<output id="time"></output>
<button type="button" id="loop" aria-pressed="true">Loop</button>
<button type="button" id="copy">Copy text</button>
<span id="said" role="status"></span>
</form>
<script type="application/json" id="film">${JSON.stringify(video).replaceAll("<", "\\u003c")}</script>
<script>${script}</script>
</body>
</html>
`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** What the player's policy lets run and be worn, by CSP's hashes. A test compares them with the files and tells the new ones. */
export const SCRIPT_HASH = "sha256-5Fu+KnRTRRn6xxoVvnrOqGOAtMX0YnRYDqYporRM0js=";
export const STYLE_HASH = "sha256-fXt8lxziRI+apGR45i857sKhr4BM8dU8MoWjuclE0Bo=";
