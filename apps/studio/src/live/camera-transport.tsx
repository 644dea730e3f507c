import { useStudio } from "../state/use-studio.ts";
import { LiveIcon } from "./live-icon.tsx";
import type { CameraSource } from "./live-source.ts";
import { PlayButton } from "./play-button.tsx";
import { RecordButton } from "./record-button.tsx";

/** Freeze, record, which camera, mirrored or not. */
export const CameraTransport = ({ source }: { readonly source: CameraSource }) => {
  const { cameras, id, isMirrored, mirror, size, rate } = source;
  const { film } = useStudio();
  return (
    <>
      <PlayButton source={source} words={["Go on", "Freeze"]} isWorded />
      <RecordButton source={source} />
      <span class="sep" />
      <label class="btn device">
        <LiveIcon name="device" />
        <select aria-label="Camera" value={id} onChange={({ currentTarget }) => film(currentTarget.value)}>
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
