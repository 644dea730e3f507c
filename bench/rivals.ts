import type { ScoreRecord } from "./records.ts";
import { signed, signedMean } from "./signed.ts";
import { mean } from "./statistics/averages.ts";
import { printTable } from "./table.ts";

/** The two figures that being ahead is counted in: one of tone, one of form. */
const COUNTED = ["ssim_full", "edgef1"] as const;

type Counted = (typeof COUNTED)[number];

/** A picture that both have drawn. */
type Pair = { readonly own: ScoreRecord; readonly rival: ScoreRecord };

type Rival = { readonly name: string; readonly pairs: readonly Pair[] };

/** Prints how far we are ahead of each rival on the same pictures, over all and by class. */
export const compareWithRivals = (own: readonly ScoreRecord[], records: readonly ScoreRecord[]): void => {
  const rivals = [...Map.groupBy(records, ({ tool }) => tool)]
    .map(([name, theirs]) => ({ name, pairs: pairUp(own, theirs) }))
    .filter(({ pairs }) => pairs.length > 0)
    .toSorted((a, b) => lead(a.pairs, "ssim_full") - lead(b.pairs, "ssim_full"));
  if (rivals.length === 0) {
    console.log("\nNo rival has drawn any of these pictures in as many columns.");
    return;
  }
  printLeads(rivals);
  for (const score of COUNTED) printByClass(rivals, score);
  printVerdicts(rivals.filter(({ name }) => !isMark(name)));
};

const pairUp = (own: readonly ScoreRecord[], theirs: readonly ScoreRecord[]): Pair[] =>
  own.flatMap((record) => {
    const rival = theirs.find(({ file, cols }) => file === record.file && cols === record.cols);
    return rival === undefined ? [] : [{ own: record, rival }];
  });

/** Baselines that search in the judge's own font mark what is possible; they are shown but nobody has to beat them. */
const isMark = (name: string): boolean => name.startsWith("BASE ");

const difference =
  (score: Counted) =>
  ({ own, rival }: Pair): number =>
    own[score] - rival[score];

const lead = (pairs: readonly Pair[], score: Counted): number => mean(pairs.map(difference(score)));

const printLeads = (rivals: readonly Rival[]): void => {
  console.log("\nOurs minus theirs, with the 95 % interval of a paired bootstrap over pictures:\n");
  const cell = (pairs: readonly Pair[], score: Counted): string => signedMean(pairs.map(difference(score)));
  printTable(
    ["rival", "pictures", ...COUNTED],
    rivals.map(({ name, pairs }) => [name, `${pairs.length}`, ...COUNTED.map((score) => cell(pairs, score))]),
  );
};

const printByClass = (rivals: readonly Rival[], score: Counted): void => {
  const classes = classesOf(rivals);
  console.log(`\nOurs minus theirs in ${score}, mean by class:\n`);
  const row = ({ name, pairs }: Rival): string[] => [
    name,
    ...classes.map((kind) => signed(lead(ofClass(pairs, kind), score))),
  ];
  printTable(["rival", ...classes], rivals.map(row));
};

const printVerdicts = (rivals: readonly Rival[]): void => {
  console.log("\nAhead of every rival? The nearest one, and our lead over it:\n");
  const cells = (kind: string, score: Counted): [string, boolean] => {
    const leads = rivals
      .map(({ name, pairs }) => ({ name, by: lead(ofClass(pairs, kind), score) }))
      .filter(({ by }) => !Number.isNaN(by))
      .toSorted((a, b) => a.by - b.by);
    const nearest = leads[0];
    return nearest === undefined ? ["nobody", true] : [`${signed(nearest.by)} ${nearest.name}`, nearest.by > 0];
  };
  printTable(
    ["class", "ahead", ...COUNTED],
    classesOf(rivals).map((kind) => {
      const verdicts = COUNTED.map((score) => cells(kind, score));
      return [kind, verdicts.every(([, ahead]) => ahead) ? "yes" : "NO", ...verdicts.map(([text]) => text)];
    }),
  );
};

const classesOf = (rivals: readonly Rival[]): string[] => [
  ...new Set(rivals.flatMap(({ pairs }) => pairs.map(({ own }) => own.class))),
];

const ofClass = (pairs: readonly Pair[], kind: string): Pair[] => pairs.filter(({ own }) => own.class === kind);
