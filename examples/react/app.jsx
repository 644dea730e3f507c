// A picture in a React app, with its likeness below: npm install @lumiglyph/element
import { LumiGlyph } from "@lumiglyph/element/react";
import { useState } from "react";

export const App = () => {
  const [quality, setQuality] = useState(null);
  return (
    <figure>
      <LumiGlyph
        src="photo.png"
        alt="A girl with a pearl"
        columns={60}
        color
        fit
        onDrawn={(drawn) => setQuality(drawn.quality)}
      />
      <figcaption>{quality && `Likeness ${Math.round(100 * quality.score)} %`}</figcaption>
    </figure>
  );
};
