/** Where a regular expression or a string test reads a message, one entry per line of code. */
export const readersOfSentences = (sources: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(sources)
    .filter(([path]) => PRODUCT.test(path) && !TESTS.test(path))
    .flatMap(([path, text]) => text.split("\n").map((line) => ({ path, line: line.trim() })))
    .filter(({ line }) => READS.some((pattern) => pattern.test(line)))
    .map(({ path, line }) => `${path} reads a sentence: ${line}`)
    .filter((fault) => !FOREIGN.some((path) => fault.startsWith(path)));

const PRODUCT = /^(?:apps|packages|scripts)\/.*\.(?:ts|tsx|mjs)$/;

const TESTS = /\.test\.tsx?$|\/testing\//;

/** Names of variables and members that hold sentences. */
const SENTENCE = "(?:message|detail|sentence|allowed|stderr)";

const READS: readonly RegExp[] = [
  new RegExp(
    `\\b${SENTENCE}[)!?]*\\.(?:replace|replaceAll|match|matchAll|includes|startsWith|endsWith|split|search|indexOf)\\(`,
  ),
  new RegExp(`\\.(?:test|exec|includes|has)\\((?:String\\()?(?:\\w+[?!]?\\.)*${SENTENCE}\\)`),
  new RegExp(`\\b${SENTENCE} [!=]== ["'\`]\\S`),
];

/** They read messages of others: of Redis, which begin with a code; of the browser's encoder; of Playwright. */
const FOREIGN = [
  "apps/service/src/shared/redis-link.ts ",
  "apps/studio/src/worker/video/video.ts ",
  "scripts/studio-pictures.ts ",
];
