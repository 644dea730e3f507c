import { PARAMS, type QualityEvidence, type QualityTarget } from "@lumiglyph/contract";
import { createEasel } from "./easel.ts";
import type { Scores } from "./judge/scores.ts";
import { listPictures } from "./pictures.ts";
import type { Question } from "./question.ts";
import { signedMean } from "./signed.ts";
import { mean } from "./statistics/averages.ts";
import { printTable } from "./table.ts";

export const director: Question = {
  name: "director",
  asks: "Does the Director make the picture better?",
  answer: async ({ columns, corpus, font, params }) => {
    const easel = await createEasel({ columns, font });
    const pairs: Pair[] = [];
    for (const picture of await listPictures(corpus)) {
      const attempt = await easel(picture);
      const page = (query: string): Page => {
        const { rendered, scores } = attempt(query);
        return { quality: rendered.quality, scores };
      };
      for (const target of TARGETS) {
        const query = `${params[0] ?? ""}&qualityTarget=${target}`;
        pairs.push({ class: picture.class, target, off: page(`${query}&autoOptimize=0`), on: page(query) });
      }
    }
    printOwnScores(pairs);
    printComponents(pairs);
    console.log(
      `\nSeen by the independent judge in ${font}, ${columns} columns; on minus off with its 95 % interval:\n`,
    );
    printJudged(pairs);
  },
};

const TARGETS = PARAMS.qualityTarget.values;

type Page = { readonly quality: QualityEvidence; readonly scores: Scores };

/** A picture drawn for a target with the Director off and on. */
type Pair = { readonly class: string; readonly target: QualityTarget; readonly off: Page; readonly on: Page };

const printOwnScores = (pairs: readonly Pair[]): void => {
  console.log("By the score that the Director itself goes by:\n");
  const met = ({ quality }: Page): boolean => quality.status === "target_met";
  const row = (target: QualityTarget, own: readonly Pair[]): string[] => {
    const gains = own.map(({ off, on }) => on.quality.score - off.quality.score);
    return [
      target,
      `${own.length}`,
      mean(own.map(({ off }) => off.quality.score)).toFixed(4),
      mean(own.map(({ on }) => on.quality.score)).toFixed(4),
      `${gains.filter((gain) => gain > 0).length}`,
      `${gains.filter((gain) => gain < 0).length}`,
      `${own.filter(({ off }) => met(off)).length}`,
      `${own.filter(({ on }) => met(on)).length}`,
      mean(own.map(({ on }) => on.quality.evaluations)).toFixed(1),
    ];
  };
  printTable(
    ["target", "pictures", "score off", "on", "better", "worse", "met off", "met on", "pages tried"],
    TARGETS.map((target) => row(target, ofTarget(pairs, target))),
  );
};

const printComponents = (pairs: readonly Pair[]): void => {
  console.log("\nMeans of its components, and how many pictures hold the threshold:\n");
  const rows = TARGETS.flatMap((target) => {
    const own = ofTarget(pairs, target);
    return own[0]!.off.quality.components.map(({ name, threshold }, i) => {
      const values = (page: "off" | "on"): number[] => own.map((pair) => pair[page].quality.components[i]!.value);
      const held = (page: "off" | "on"): string => `${values(page).filter((value) => value >= threshold).length}`;
      const told = (page: "off" | "on"): string => mean(values(page)).toFixed(3);
      return [target, name, `${threshold}`, told("off"), told("on"), held("off"), held("on")];
    });
  });
  printTable(["target", "component", "threshold", "off", "on", "held off", "held on"], rows);
};

const JUDGED = ["ssim_full", "ssim_half", "edgef1"] as const satisfies readonly (keyof Scores)[];

/** Pictures that a target is made for, by their class: of the corpus, and of our paintings. */
const MADE_FOR: Partial<Record<QualityTarget, readonly string[]>> = {
  portrait: ["portrait"],
  "low-light": ["low-light", "moonlit"],
};

const printJudged = (pairs: readonly Pair[]): void => {
  const groups = TARGETS.flatMap((target) => {
    const own = ofTarget(pairs, target);
    const meant = own.filter((pair) => MADE_FOR[target]?.includes(pair.class));
    return [{ name: target, own }, ...(meant.length === 0 ? [] : [{ name: `${target}, of its class`, own: meant }])];
  });
  const rows = groups.flatMap(({ name, own }) =>
    JUDGED.map((score) => [
      name,
      `${own.length}`,
      score,
      mean(own.map(({ off }) => off.scores[score])).toFixed(4),
      mean(own.map(({ on }) => on.scores[score])).toFixed(4),
      signedMean(
        own.map(({ off, on }) => on.scores[score] - off.scores[score]),
        4,
      ),
    ]),
  );
  printTable(["target", "pictures", "figure", "off", "on", "on - off"], rows);
};

const ofTarget = (pairs: readonly Pair[], target: QualityTarget): Pair[] =>
  pairs.filter((pair) => pair.target === target);
