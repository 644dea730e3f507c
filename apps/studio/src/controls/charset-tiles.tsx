import { PARAMS } from "@lumiglyph/contract";
import { CharsetSphere } from "./charset-sphere.tsx";
import { usePixelRatio } from "./use-pixel-ratio.ts";
import { useRow } from "./use-row.ts";

/** The charsets, each with a sphere that is drawn in its glyphs. */
export const CharsetTiles = () => {
  const { label, value, says, set } = useRow("charset");
  const ratio = usePixelRatio();
  return (
    <div class="charsets" role="radiogroup" aria-label={label} title={says}>
      {PARAMS.charset.values.map((charset) => (
        <label key={charset} class="cs">
          <input
            type="radio"
            class="sr"
            name="charset"
            value={charset}
            checked={charset === value}
            onChange={() => set(charset)}
          />
          <CharsetSphere charset={charset} ratio={ratio} />
          {charset}
        </label>
      ))}
    </div>
  );
};
