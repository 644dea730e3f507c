import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serviceForFile } from "../support/http-service.ts";
import { changedByDefaults, publishedDefaults } from "./published-defaults.ts";

const CORPUS = join(import.meta.dirname, "../../../shared/corpus");
const service = serviceForFile();

test.skipIf(!existsSync(CORPUS))(
  "every default that is shown, sent: the same bytes, on more photographs (the corpus is kept beside the repository) (spec 2.2)",
  async () => {
    const files = globSync("{photo,portrait,lowlight,lineart,logo,text}-*.{png,jpg}", { cwd: CORPUS }).toSorted();
    const pictures = files.map((file) => [file, readFileSync(join(CORPUS, file))] as const);
    expect(pictures.length).toBeGreaterThanOrEqual(12);
    expect(await changedByDefaults(service.url, await publishedDefaults(service.url), pictures, 40)).toEqual([]);
  },
  900_000,
);
