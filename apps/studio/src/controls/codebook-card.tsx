import type { GlyphEvidence } from "@lumiglyph/contract";
import { Stairs } from "./stairs.tsx";

/** The glyphs that were chosen, by ink, and what each further one would be worth; one line where the ramp is kept whole. */
export const CodebookCard = ({ glyphs }: { readonly glyphs: GlyphEvidence }) => {
  const { adapted, strategy, size, rmse, limit, withinLimit } = glyphs;
  const error = rmse.toFixed(4);
  const holds = limit === null ? "" : withinLimit ? `, within ${limit}` : `, over the limit of ${limit}`;
  return (
    <>
      <div class="kv">
        <h3 class="h">{adapted ? "Codebook" : "Ramp"}</h3>
        <output>
          <b>
            {size} glyphs{adapted ? "" : `, ${strategy === "fixed" ? "fixed" : "whole"}`}
          </b>
          {adapted && ` RMSE ${error}`}
        </output>
      </div>
      {adapted ? (
        <>
          <Strip glyphs={glyphs} />
          {!withinLimit && <p class="cap">Even all glyphs of the charset miss the limit.</p>}
          <Stairs glyphs={glyphs} />
        </>
      ) : (
        <p class="cap">
          Kept as chosen. RMSE {error}
          {holds}.
        </p>
      )}
    </>
  );
};

const Strip = ({ glyphs: { codebook, inks } }: { readonly glyphs: GlyphEvidence }) => {
  const glyphs = [...codebook];
  return (
    <div class="book" role="img" aria-label={`Codebook sorted by ink: ${glyphs.join(" ")}`}>
      {glyphs.map((glyph, i) => (
        <span key={glyph} style={{ "--k": inks[i]! }}>
          <i />
          {glyph === " " ? "␣" : glyph}
        </span>
      ))}
    </div>
  );
};
