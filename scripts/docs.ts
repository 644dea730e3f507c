import { writeDocs } from "./docs/pages.ts";

/** Writes the pages, and the parts of pages, that come from committed measurements and tables. */
writeDocs();
