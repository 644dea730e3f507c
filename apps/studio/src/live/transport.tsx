import { useEffect } from "preact/hooks";
import { useStudio } from "../state/use-studio.ts";
import { CameraTransport } from "./camera-transport.tsx";
import { keepUp } from "./keep-up.ts";
import type { LiveSource } from "./live-source.ts";
import { LooksButton } from "./looks-button.tsx";
import { VideoTransport } from "./video-transport.tsx";

/** What steers a source that moves, under the art. */
export const Transport = ({ source }: { readonly source: LiveSource }) => {
  const studio = useStudio();
  useEffect(() => keepUp(studio), [studio, source]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
    <div class="transport" role="group" aria-label="Transport">
      {source.kind === "video" ? <VideoTransport source={source} /> : <CameraTransport source={source} />}
      <LooksButton />
    </div>
  );
};
