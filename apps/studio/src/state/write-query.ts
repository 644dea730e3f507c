import type { ParsedParams } from "@lumiglyph/contract";
import { effect, type ReadonlySignal } from "@preact/signals";
import type { Host } from "./host.ts";
import { queryOf } from "./query.ts";

/** Keeps the page's address at the parameters, a quarter of a second behind: browsers count how often it is changed. */
export const writeQuery = (
  parsed: ReadonlySignal<ParsedParams>,
  { address, later }: Pick<Host, "address" | "later">,
): void => {
  let forget = () => {};
  effect(() => {
    const query = queryOf(parsed.value);
    forget();
    forget = later(() => {
      if (query !== address.query()) address.setQuery(query);
    }, PAUSE);
  });
};

/** Milliseconds. */
const PAUSE = 250;
