import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installInto } from "./pack/empty-project.ts";
import { runExamples } from "./pack/examples.ts";
import { publishedPackages, ROOT } from "./pack/published.ts";
import { capture } from "./pack/run-program.ts";
import { faultsOfServing } from "./pack/served.ts";
import { faultsIn, packAll } from "./pack/tarballs.ts";
import { checkTypes } from "./pack/types.ts";
import { createChecklist, passes } from "./support/checklist.ts";

/**
 * Packs every package as it would be published, judges the tarballs, installs them into an empty project and runs there what
 * their READMEs say. Needs a build.
 */
const work = mkdtempSync(join(tmpdir(), "lumiglyph-pack-"));
const tool = (name: string) => join(ROOT, "node_modules/.bin", name);
const { check, failed } = createChecklist();

/** What each README's examples print, at least. */
const PRINTED: { readonly [name: string]: RegExp } = {
  "@lumiglyph/cli": /^-c, --columns N$/m,
  "@lumiglyph/contract": /Did you mean `gamma`\?/,
  "@lumiglyph/decode": /^(?:.{60}\n){30,}/m,
  "@lumiglyph/engine": /^(?:.{48}\n){16}/m,
  "@lumiglyph/handoff": /^\.:@:\. {3}$/m,
  "@lumiglyph/service": /listens on http:.*json-compact/s,
};

try {
  const tarballs = packAll(publishedPackages(), work);
  for (const tarball of tarballs) {
    await check(`${tarball.name} has what belongs into it`, () => faultsIn(tarball));
    await check(
      `${tarball.name} by publint`,
      passes(() => capture(tool("publint"), ["run", tarball.path, "--strict"], ROOT)),
    );
    const types = [tarball.path, "--profile", "esm-only", "--no-emoji"];
    await check(
      `${tarball.name} by arethetypeswrong`,
      passes(() => capture(tool("attw"), types, ROOT)),
    );
  }
  const project = installInto(join(work, "project"), tarballs);
  await check(
    "the types in an empty project, every README's examples as TypeScript 5.5 and newest",
    passes(() =>
      checkTypes(
        project,
        tarballs.map(({ name }) => name),
      ),
    ),
  );
  for (const { name } of tarballs) {
    await check(`${name}'s examples in an empty project`, () => {
      const printed = runExamples(project, name);
      return PRINTED[name]?.test(printed) ? [] : [`They printed: ${printed}`];
    });
  }
  await check("lumiglyph serve in an empty project, with the studio", () => faultsOfServing(project));
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed.length === 0 ? 0 : 1;
