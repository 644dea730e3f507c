import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isGridHeld } from "../state/params-model.ts";
import { type FrameRecording, RECORDING_ENDS, recordFrames, recordingOf } from "../state/recording.ts";
import type { CameraSource, LiveSource, VideoSource } from "../state/source.ts";
import { useStudio } from "../state/studio.ts";
import { clock } from "../ui/format.ts";
import { LineIcon } from "../ui/icon.tsx";
import { keepUp } from "./keep-up.ts";
import { LooksPicker } from "./looks-picker.tsx";
import { Scrubber } from "./scrubber.tsx";

/** Playback controls of a live source, below the art. */
export const Transport = ({ source }: { readonly source: LiveSource }) => {
  const studio = useStudio();
  useEffect(() => keepUp(studio), [studio, source]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
    <div class="transport" role="group" aria-label="Playback">
      {/* keyed, because what is computed from a source's signals would stay with the first one */}
      {source.kind === "video" ? (
        <VideoTransport key={source} source={source} />
      ) : (
        <CameraTransport key={source} source={source} />
      )}
      <LooksButton />
    </div>
  );
};

/** The looks of a live source, drawn from the frame shown when the popover opens. */
const LooksButton = () => {
  const isOpen = useSignal(false);
  const popover = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = popover.current!;
    const onToggle = ({ newState }: ToggleEvent): void => {
      isOpen.value = newState === "open";
    };
    element.addEventListener("toggle", onToggle);
    return () => element.removeEventListener("toggle", onToggle);
  }, [isOpen]);
  return (
    <>
      <button type="button" class="btn" popovertarget="looks" aria-label="Looks" aria-expanded={isOpen.value}>
        <LiveIcon name="grid" />
        <span class="lbl2">Looks</span>
      </button>
      <div id="looks" class="pop looks" popover="auto" role="dialog" aria-label="Looks" ref={popover}>
        {isOpen.value && <LooksPicker />}
      </div>
    </>
  );
};

/** Freeze, record, camera selection, mirroring. */
const CameraTransport = ({ source }: { readonly source: CameraSource }) => {
  const { cameras, id, isMirrored, mirror, size, rate } = source;
  const { openCamera, stopCamera } = useStudio();
  return (
    <>
      <button type="button" class="btn stop" title="Turn the camera off and keep the picture, C" onClick={stopCamera}>
        <LiveIcon name="stop" />
        Stop
      </button>
      <PlayButton source={source} words={["Resume", "Freeze"]} isWorded />
      <RecordButton source={source} />
      <span class="sep" />
      <label class="btn device">
        <LiveIcon name="device" />
        <select aria-label="Camera" value={id} onChange={({ currentTarget }) => openCamera(currentTarget.value)}>
          {cameras.value.map((camera) => (
            <option key={camera.id} value={camera.id}>
              {camera.label}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="btn"
        aria-label="Mirrored"
        aria-pressed={isMirrored.value}
        onClick={() => mirror(!isMirrored.value)}
      >
        <LiveIcon name="flip" />
        <span class="opt2">Mirrored</span>
      </button>
      <span class="grow" />
      <span class="mono opt2 rate">
        {size.width} × {size.height} at {rate}
      </span>
    </>
  );
};

/** Records what is shown, then opens the export dialog. */
const RecordButton = ({ source }: { readonly source: LiveSource }) => {
  const { worker, dialog, opened, toast } = useStudio();
  const isOn = isGridHeld;
  const recording = useRef<FrameRecording | null>(null);
  const finish = (): void => {
    isOn.value = false;
    const recorded = recording.current?.stop() ?? null;
    recording.current = null;
    if (recorded === null || opened.peek() === null) return;
    recordingOf(opened.peek()!).value = recorded;
    dialog.value = "export";
  };
  const begin = (): void => {
    recording.current = recordFrames(worker.onCells, (why) => {
      if (why !== "stopped") toast(RECORDING_ENDS[why]);
      finish();
    });
    isOn.value = true;
  };
  useEffect(
    () => () => {
      recording.current?.stop();
      isOn.value = false;
    },
    [source, isOn],
  );
  return (
    <button
      type="button"
      class={isOn.value ? "btn rec on" : "btn rec"}
      aria-pressed={isOn.value}
      onClick={isOn.value ? finish : begin}
    >
      <LiveIcon name="record" />
      <span class={isOn.value ? "sr" : "opt2"}>{isOn.value ? "Stop recording" : "Record"}</span>
      {isOn.value && <Seconds of={recording.current!} />}
    </button>
  );
};

const Seconds = ({ of: { seconds } }: { readonly of: FrameRecording }) => {
  const whole = seconds.value;
  return <span class="mono">{`${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`}</span>;
};

/** Play, step, position, loop, speed. */
const VideoTransport = ({ source }: { readonly source: VideoSource }) => {
  const { duration, time, isLooping, speed, step } = source;
  const now = useComputed(() => clock(time.value));
  return (
    <>
      <PlayButton source={source} words={["Play", "Pause"]} />
      <button
        type="button"
        class="btn ghost"
        aria-label="Back one frame"
        title="Back one frame, ←"
        onClick={() => step(-1)}
      >
        <LiveIcon name="prev" />
      </button>
      <button
        type="button"
        class="btn ghost"
        aria-label="Forward one frame"
        title="Forward one frame, →"
        onClick={() => step(1)}
      >
        <LiveIcon name="next" />
      </button>
      <span class="time mono">
        {now}
        <span class="opt2"> / {clock(duration)}</span>
      </span>
      <Scrubber source={source} />
      <button
        type="button"
        class="btn ghost"
        aria-label="Loop"
        title="Loop"
        aria-pressed={isLooping.value}
        onClick={() => {
          isLooping.value = !isLooping.value;
        }}
      >
        <LiveIcon name="loop" />
      </button>
      <select
        class="mono speed"
        aria-label="Speed"
        value={speed.value}
        onChange={({ currentTarget }) => {
          speed.value = Number(currentTarget.value);
        }}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
    </>
  );
};

const SPEEDS = [0.25, 0.5, 1, 1.5, 2];

type PlayButtonProps = {
  readonly source: LiveSource;
  /** Labels for resuming and for stopping. */
  readonly words: readonly [go: string, stop: string];
  readonly isWorded?: boolean;
};

/** Plays or pauses a source. */
const PlayButton = ({ source: { isPlaying, toggle }, words, isWorded = false }: PlayButtonProps) => {
  const says = words[isPlaying.value ? 1 : 0];
  return (
    <button
      type="button"
      class={isWorded ? "btn" : "btn ghost"}
      aria-label={says}
      aria-keyshortcuts="Space"
      title={`${says}, Space`}
      onClick={toggle}
    >
      <LiveIcon name={isPlaying.value ? "pause" : "play"} />
      {isWorded && <span class="opt2">{says}</span>}
    </button>
  );
};

const PATHS = {
  stop: "M4 4h8v8H4z",
  play: "M4.5 2.8v10.4L13 8z",
  pause: "M5.2 3v10M10.8 3v10",
  next: "M4 3.5L10 8l-6 4.5zM12.5 3.5v9",
  prev: "M12 3.5L6 8l6 4.5zM3.5 3.5v9",
  loop: "M11 1.8L13.2 4 11 6.2M13 4H5a2.5 2.5 0 0 0-2.5 2.5V8M5 14.2L2.8 12 5 9.8M3 12h8a2.5 2.5 0 0 0 2.5-2.5V8",
  flip: "M8 2v12M5.5 4.5L2 11.5h3.5zM10.5 4.5l3.5 7h-3.5z",
  grid: "M3 2.5h3.5V6H3zM9.5 2.5H13V6H9.5zM3 9.5h3.5V13H3zM9.5 9.5H13V13H9.5z",
  device:
    "M3.3 3h9.4A1.3 1.3 0 0 1 14 4.3v5.4a1.3 1.3 0 0 1-1.3 1.3H3.3A1.3 1.3 0 0 1 2 9.7V4.3A1.3 1.3 0 0 1 3.3 3zM5.5 13.5h5",
  record: "M2.5 8a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0M6.3 8a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 1 0-3.4 0",
} as const;

type LiveIconName = keyof typeof PATHS;

/** An icon of the playback controls. */
const LiveIcon = ({ name }: { readonly name: LiveIconName }) => <LineIcon path={PATHS[name]} />;
