import { writeDocs } from "./docs/pages.ts";

/** Writes the pages and parts of pages that are generated from committed measurements and tables. */
writeDocs();
