/** Everything that a module's text imports, types and re-exports included; `null` is a dynamic import of a computed name. */
export const importsIn = (text: string): (string | null)[] => [
  ...[...text.matchAll(STATEMENT)].map(([, name]) => name!),
  ...[...text.matchAll(CALL)].map(([, name]) => name ?? null),
  ...[...text.matchAll(REFERENCE)].map(([, name]) => name!),
];

/** `import … from "x"`, `import "x"` and `export … from "x"`, at the start of a line as the formatter sets them. */
const STATEMENT = /^(?:import|export)\b(?:[^;"'`]*?\bfrom)?\s*["']([^"']+)["']/gm;

/** `import("x")`, in code or in a type, and `require("x")`; not where a comment tells of one. */
const CALL = /^(?!\s*(?:\*|\/\/)).*?\b(?:import|require)\(\s*(?:["']([^"']+)["'])?/gm;

/** A reference directive brings in types that the compiler's settings keep out. */
const REFERENCE = /^\/\/\/\s*<reference\s+\w+="([^"]+)"/gm;
