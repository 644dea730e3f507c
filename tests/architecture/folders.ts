import { posix } from "node:path";
import { importsIn } from "./imports.ts";
import type { Unit } from "./layers.ts";

/** The import order inside one unit. A part is a folder of its sources, or a single file if it has no folders. */
type Arrows = {
  /** Files beside the folders that every part may import. Other such files compose the unit; no part imports them. */
  readonly base: readonly string[];
  /** The parts from lowest to highest; each imports only lower ones. */
  readonly parts: readonly string[];
};

/** The import order of each unit that has one. */
export const ARROWS: { readonly [folder: string]: Arrows } = {
  "apps/service": {
    base: ["clock.ts", "drain.ts"],
    parts: [
      ...["trace", "http", "shared", "security", "limits", "source", "cache", "render"],
      ...["metrics", "telemetry", "platform", "mcp", "studio", "routes", "config"],
    ],
  },
  "packages/cli": { base: ["streams.ts"], parts: ["terminal", "commands", "completion", "help", "draw"] },
  "apps/receiver": {
    base: [],
    parts: [
      ...["messages.ts", "meter.ts", "painter.ts", "cast.ts", "studios.ts"],
      ...["tiles.ts", "page.ts", "recorder.ts", "screen.ts", "main.ts"],
    ],
  },
};

/** Lists backward imports and folders without a place, one sentence each. */
export const faultsOfArrows = ({ folder, modules }: Unit, { base, parts }: Arrows): string[] =>
  Object.entries(modules)
    .filter(([path]) => !isForTests(path))
    .flatMap(([path, text]) => {
      const from = partOf(path, folder);
      const own = parts.indexOf(from);
      if (own === -1) return from.includes(".") ? [] : [`${folder}/src/${from} has no place among the parts`];
      return importsIn(text).flatMap((name) => {
        if (name === null || !name.startsWith(".")) return [];
        const to = partOf(posix.join(posix.dirname(path), name), folder);
        if (to === from || base.includes(to)) return [];
        const target = parts.indexOf(to);
        return target !== -1 && target < own ? [] : [`${path} imports ${name}: ${from} does not depend on ${to}`];
      });
    });

const isForTests = (path: string): boolean => /\.test\.tsx?$|\/src\/testing\//.test(path);

/** The folder below `src` of a module, or its own name if it is beside the folders. */
const partOf = (path: string, folder: string): string => posix.relative(`${folder}/src`, path).split("/")[0]!;
