import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type FrameRecording, RECORDING_ENDS, recordFrames } from "../film/record-frames.ts";
import { recordingOf } from "../film/recordings.ts";
import { useStudio } from "../state/use-studio.ts";
import { LiveIcon } from "./live-icon.tsx";
import type { LiveSource } from "./live-source.ts";

/** Records what is shown, and leads to the export of it. */
export const RecordButton = ({ source }: { readonly source: LiveSource }) => {
  const { darkroom, dialog, opened, toast } = useStudio();
  const isOn = useSignal(false);
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
    recording.current = recordFrames(darkroom.tap, (why) => {
      if (why !== "stopped") toast(RECORDING_ENDS[why]);
      finish();
    });
    isOn.value = true;
  };
  useEffect(() => () => void recording.current?.stop(), [source]);
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
