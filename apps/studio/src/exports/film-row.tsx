import type { Studio } from "../state/studio.ts";
import { failureWords } from "./failure-words.ts";
import { filmEstimate } from "./film-estimate.ts";
import { filmName } from "./film-name.ts";
import type { FILM_TABLE } from "./film-table.ts";
import type { FilmState, FilmWish } from "./films.ts";
import { filmsOf } from "./films-of.ts";
import { gridOf } from "./grid-of.ts";
import type { Motion } from "./motion-of.ts";
import { askWhere, downloads } from "./save-target.ts";
import { sizeWords } from "./size-words.ts";

type Props = {
  readonly row: (typeof FILM_TABLE)[number];
  readonly motion: Motion;
  readonly studio: Studio;
  readonly asks: boolean;
};

/** A format of what moves: a press makes it and saves it. Meanwhile the row tells how far it is, and has a button that stops it. */
export const FilmRow = ({ row: { format, words }, motion, studio, asks }: Props) => {
  const films = filmsOf(studio);
  const state = films.states[format].value;
  if (state.is === "waiting" || state.is === "going") {
    return <Going ext={format} state={state} onCancel={() => films.cancel(format)} />;
  }
  const save = async (): Promise<void> => {
    const name = filmName(motion.source.name, format);
    try {
      const target = asks ? await askWhere(name) : downloads(name);
      const wish: FilmWish = { format, source: motion.source, parsed: studio.params.parsed.peek(), target };
      if (await films.make(wish)) studio.toast(`Saved ${name}`);
    } catch (error) {
      const failure = failureWords(error);
      if (failure !== null) studio.toast(failure);
    }
  };
  return (
    <div class="fmt-slot">
      <button type="button" class="fmt" onClick={save}>
        <span class="ext">{format}</span>
        <span class="d">{words}</span>
        <Size {...{ format, state, motion, studio }} />
      </button>
      {state.is === "failed" && (
        <p class="failed" role="alert">
          {state.words}
        </p>
      )}
    </div>
  );
};

/** Exact where the film was made, else about. */
const Size = ({ format, state, motion, studio }: Pick<Props, "motion" | "studio"> & SizeProps) => {
  const parsed = studio.params.parsed.value;
  const isMade = state.is === "done" && state.parsed === parsed && isSameSource(state.source, motion.source);
  const { seconds, frames } = motion;
  const size = isMade
    ? state.size
    : filmEstimate(format, {
        size: gridOf(studio.opened.value!, parsed),
        frames,
        seconds,
        isColored: parsed.params.color,
      });
  const title = isMade ? `${size.toLocaleString("en-US")} bytes` : "An estimate";
  return (
    <span class="sz" title={title}>
      {isMade ? sizeWords(size) : `about ${sizeWords(Math.round(size))}`}
    </span>
  );
};

type SizeProps = { readonly format: Props["row"]["format"]; readonly state: FilmState };

const isSameSource = (one: Motion["source"], other: Motion["source"]): boolean =>
  one.kind === "clip"
    ? other.kind === "clip" && one.file === other.file
    : other.kind === "recording" && one.recording === other.recording;

const Going = ({
  ext,
  state,
  onCancel,
}: {
  readonly ext: string;
  readonly state: Extract<FilmState, { is: "waiting" | "going" }>;
  readonly onCancel: () => void;
}) => {
  const { frame, count } = state.is === "going" ? state : { frame: 0, count: 0 };
  const percent = Math.floor((100 * frame) / Math.max(1, count));
  const words = count > 0 ? `Frame ${frame} of ${count}` : state.is === "going" ? "Starting" : "Waiting";
  return (
    <div class="fmt-slot busy">
      <div class="fmt">
        <span class="ext">{ext}</span>
        <span class="d">{words}</span>
        <button type="button" class="btn line" aria-label={`Cancel ${ext}`} onClick={onCancel}>
          Cancel
        </button>
        <span class="sz">{percent} %</span>
        <span
          class="bar known"
          role="progressbar"
          aria-label={`${ext} export`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${percent}%` }} />
        </span>
      </div>
    </div>
  );
};
