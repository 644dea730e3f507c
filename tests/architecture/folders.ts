import { posix } from "node:path";
import { importsIn } from "./imports.ts";
import type { Unit } from "./layers.ts";

/** The import order inside one unit. A part is a folder of its sources, or a single file if it has no folders. */
type Arrows = {
  /** Files beside the folders that every part may import. Other such files compose the unit; no part imports them. */
  readonly base: readonly string[];
  /** The folder below `src` that holds the parts, if they are not directly in it. */
  readonly under?: string;
  /** The parts from lowest to highest; each imports only lower ones. */
  readonly parts: readonly string[];
};

/** The import order of each unit that has one. */
export const ARROWS: { readonly [folder: string]: Arrows } = {
  "apps/service": {
    base: ["clock.ts", "drain.ts", "host.ts"],
    parts: [
      ...["concurrency", "tables", "documents", "trace", "http", "shared", "security", "limits"],
      ...["source", "cache", "render", "delivery"],
      ...["metrics", "telemetry", "platform", "mcp", "studio", "routes", "config"],
    ],
  },
  "packages/lumiglyph": {
    under: "cli",
    base: ["signals.ts", "streams.ts"],
    parts: ["terminal", "commands", "completion", "help", "draw"],
  },
  "apps/receiver": {
    base: [],
    parts: [
      ...["messages.ts", "meter.ts", "painter.ts", "cast.ts", "studios.ts"],
      ...["tiles.ts", "page.ts", "recorder.ts", "screen.ts", "main.ts"],
    ],
  },
};

/** Lists backward imports and folders without a place, one sentence each. */
export const faultsOfArrows = ({ folder, modules }: Unit, { base, parts, under = "" }: Arrows): string[] => {
  const root = posix.join(folder, "src", under);
  return Object.entries(modules)
    .filter(([path]) => !isForTests(path))
    .flatMap(([path, text]) => {
      const from = partOf(path, root);
      const own = parts.indexOf(from);
      if (own === -1 && path.startsWith(`${root}/`)) {
        return from.includes(".") ? [] : [`${root}/${from} has no place among the parts`];
      }
      return importsIn(text).flatMap((name) => {
        if (name === null || !name.startsWith(".")) return [];
        const target = posix.join(posix.dirname(path), name);
        if (!target.startsWith(`${root}/`)) return [];
        const to = partOf(target, root);
        if (to === from || (own !== -1 && base.includes(to))) return [];
        const below = parts.indexOf(to);
        return below !== -1 && below < own
          ? []
          : [
              `${path} imports ${name}: ${from === ".." ? "what lies beside the parts" : from} does not depend on ${to}`,
            ];
      });
    });
};

const isForTests = (path: string): boolean => /\.test\.tsx?$|\/src\/testing\//.test(path);

/** The folder of a module below the root, or its own name if it is beside the folders. */
const partOf = (path: string, root: string): string => posix.relative(root, path).split("/")[0]!;
