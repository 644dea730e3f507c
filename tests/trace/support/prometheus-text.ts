/** One sample: its name, its labels, its value. */
type Sample = {
  readonly name: string;
  readonly labels: { readonly [label: string]: string };
  readonly value: number;
};

/** A metric family: its two comment lines and its samples. */
export type Family = { readonly type: string; readonly help: string; readonly samples: readonly Sample[] };

/** Parses the Prometheus text format 0.0.4 strictly: throws on any line that is invalid or outside of its family. */
export const readMetrics = (text: string): ReadonlyMap<string, Family> => {
  if (!text.endsWith("\n")) throw new Error("the last line has no end");
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>();
  let name = "";
  for (const line of text.split("\n")) {
    const [, word, about = "", rest = ""] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.*)$/.exec(line) ?? [];
    if (line === "") continue;
    if (word === "HELP") {
      if (families.has(about)) throw new Error(`${about} stands twice`);
      name = about;
      families.set(name, { type: "", help: rest, samples: [] });
      continue;
    }
    const family = families.get(name);
    if (family === undefined) throw new Error(`no HELP before: ${line}`);
    if (word === "TYPE" && about === name) family.type = rest;
    else family.samples.push(sampleIn(line, name, family.type));
  }
  return families;
};

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf|NaN)|\+Inf)$/;

const sampleIn = (line: string, family: string, type: string): Sample => {
  const [, name, labels = "", value] = SAMPLE.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`no sample: ${line}`);
  const suffixes = type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
  if (!suffixes.some((suffix) => name === `${family}${suffix}`)) throw new Error(`${name} among ${family}`);
  return { name, labels: labelsIn(labels), value: value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value) };
};

const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\[\\"n])*)"(?:,|$)/y;

const labelsIn = (text: string): Sample["labels"] => {
  const labels: { [label: string]: string } = {};
  const pattern = new RegExp(LABEL);
  while (pattern.lastIndex < text.length) {
    const [, label, value] = pattern.exec(text) ?? [];
    if (label === undefined || value === undefined) throw new Error(`no labels: ${text}`);
    labels[label] = value;
  }
  return labels;
};
