import { table } from "../../packages/documents/src/markdown/page.ts";

/** What the README tells of the service, by trial and finding of the reliability page. */
const TOLD: readonly { readonly says: string; readonly trial: string; readonly what: string }[] = [
  { says: "Renders of a small picture, one instance", trial: "overload", what: "capacity" },
  {
    says: "Ten times that for a minute: answers that are neither a picture nor a 503 with `Retry-After`",
    trial: "overload",
    what: "at 10 ×: answers other than 200, or 503 with Retry-After",
  },
  { says: "Health meanwhile, 99 % in", trial: "overload", what: "at 10 ×: health, 99 % in" },
  { says: "{size}, mutated: answers of 5xx", trial: "mutated-images", what: "answers of 5xx" },
  { says: "{size} of bombs and polyglots: answers other than 4xx", trial: "bombs", what: "answers other than 4xx" },
  {
    says: "Workers killed in the middle of a render: renders that failed",
    trial: "worker-kills",
    what: "renders that failed or were drawn otherwise",
  },
  {
    says: "{size} under load: accepted requests that were lost",
    trial: "stops",
    what: "accepted requests that were reset, cut short or answered with anything but 200 or 503",
  },
];

/** The README's figures of the service, out of the page that the reliability trials have written. */
export const serviceFigures = (reliabilityPage: string): string => {
  const bounds = /^\d+ bounds, (?:all|\d+) of them .*$/m.exec(reliabilityPage)?.[0];
  if (bounds === undefined) throw new Error("The reliability page does not say how many bounds it has.");
  return [
    table(
      ["", "measured"],
      TOLD.map(({ says, trial, what }) => {
        const part = trialIn(reliabilityPage, trial);
        return [says.replace("{size}", sizeOf(part)), cellOf(part, what, 2)];
      }),
    ),
    `${bounds} Measured on ${cellOf(reliabilityPage, "cores", 1)} cores; \`npm run test:reliability\` repeats it. [All of it](docs/reference/reliability.md)`,
  ].join("\n\n");
};

const trialIn = (page: string, trial: string): string => {
  const part = page.split(/^## /m).find((text) => text.startsWith(`${trial}\n`));
  if (part === undefined) throw new Error(`The reliability page has no trial ${trial}.`);
  return part;
};

/** The cell at this place in the row that begins with this name. */
const cellOf = (part: string, name: string, place: number): string => {
  const row = part.split("\n").find((line) => line.startsWith(`| ${name} |`));
  const cell = row?.split(" | ")[place]?.replace(/ \|$/, "");
  if (cell === undefined) throw new Error(`The reliability page has no row ${name}.`);
  return cell;
};

const sizeOf = (part: string): string => /Size: ([^,.]*(?:,\d{3}[^,.]*)*)/.exec(part)?.[1] ?? "";
