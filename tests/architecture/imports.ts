/** All imports of a module, types and re-exports included; `null` is a dynamic import of a computed name. */
export const importsIn = (text: string): (string | null)[] => [
  ...[...text.matchAll(STATEMENT)].map(([, name]) => name!),
  ...[...text.matchAll(CALL)].map(([, name]) => name ?? null),
  ...[...text.matchAll(REFERENCE)].map(([, name]) => name!),
];

/** `import … from "x"`, `import "x"` and `export … from "x"`, at the start of a line as the formatter sets them. */
const STATEMENT = /^(?:import|export)\b(?:[^;"'`]*?\bfrom)?\s*["']([^"']+)["']/gm;

/** `import("x")`, in code or in a type, and `require("x")`, except in comments. */
const CALL = /^(?!\s*(?:\*|\/\/)).*?\b(?:import|require)\(\s*(?:["']([^"']+)["'])?/gm;

/** A reference directive adds types that the compiler settings leave out. */
const REFERENCE = /^\/\/\/\s*<reference\s+\w+="([^"]+)"/gm;
