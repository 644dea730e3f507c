import type { render } from "@lumiglyph/engine";
import { decode, loadEngine, readParams } from "./engine.ts";
import { judgeFor } from "./judge/judge.ts";
import { penOf } from "./judge/pen.ts";
import type { Scores } from "./judge/scores.ts";
import type { Options } from "./options.ts";
import type { Picture } from "./pictures.ts";

/** Draws the one picture with parameters, spelled as in a query, and judges what is seen of the text. */
type Attempt = (query: string) => { readonly rendered: ReturnType<typeof render>; readonly scores: Scores };

/** Sets a picture up for attempts: it is read, decoded and looked at once for all of them. */
export type Easel = (picture: Picture) => Promise<Attempt>;

/** The engine and the independent judge, side by side. */
export const createEasel = async ({ columns, font }: Pick<Options, "columns" | "font">): Promise<Easel> => {
  const draw = await loadEngine();
  const pen = penOf(font);
  return async ({ read }) => {
    const bytes = read();
    const judge = await judgeFor(bytes, pen);
    const picture = await decode(bytes, columns);
    return (query) => {
      const rendered = draw(picture, readParams(query, columns));
      return { rendered, scores: judge(rendered.body) };
    };
  };
};
