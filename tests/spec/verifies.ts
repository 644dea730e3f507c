import { test } from "vitest";
import type { RequirementId } from "./requirements.ts";

/**
 * A test that holds requirements and says so in its name. The ids are written as string literals, in brackets: the coverage
 * gate reads them from the text of the file. A loop over cases calls this inside the loop.
 */
export const verifies = (
  ids: readonly [RequirementId, ...RequirementId[]],
  sentence: string,
  body: () => void | Promise<void>,
): void => {
  test(`${sentence} [${ids.join(", ")}]`, body);
};
