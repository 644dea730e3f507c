import { useStudio } from "../state/use-studio.ts";
import { CommandButton } from "./command-button.tsx";
import { HeroArt } from "./hero-art.tsx";
import { SampleStrip } from "./sample-strip.tsx";

/** The page before there is a picture: what it does, and three ways to begin. */
export const Hero = () => {
  const studio = useStudio();
  return (
    <div class="hero" inert={studio.fault.value !== null}>
      <HeroArt />
      <div class="pitch">
        <h2>Drop an image or a video.</h2>
        <p>Paste works too. It comes back as text.</p>
        <div class="acts">
          <label class="btn go big opener">
            Open
            <input
              type="file"
              accept="image/*,video/*,.mkv"
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file !== undefined) studio.open(file, file.name);
                // the same file once more is a change, too
                currentTarget.value = "";
              }}
            />
          </label>
          <CommandButton class="line big" command="camera" icon="camera">
            Camera
          </CommandButton>
        </div>
        <p class="cap">Or try a sample</p>
        <SampleStrip />
        <p class="zero">Runs on this device. 0 bytes uploaded.</p>
      </div>
    </div>
  );
};
