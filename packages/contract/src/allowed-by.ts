import type { Param } from "./param-table.ts";

/** The values a row allows, as a phrase: "an integer from 8 to 400". */
export const allowedBy = (row: Param): string => {
  switch (row.kind) {
    case "integer":
      return `an integer from ${row.min} to ${row.max}${row.none ? ", or 0 for none" : ""}`;
    case "number":
      return `a number from ${row.min} to ${row.max}`;
    case "boolean":
      return "true or false";
    case "choice":
      return `one of ${row.values.join(", ")}`;
    case "color":
      return `a color as #rgb or #rrggbb${row.none ? ", or empty for none" : ""}`;
    case "text":
      return `a line of at most ${row.max} characters`;
    case "characters":
      return "2 to 95 different characters of printable ASCII";
  }
};
