import { globSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** As much of `package-lock.json` as is read. */
type Packages = { readonly [path: string]: Locked };
type Locked = { readonly link?: boolean; readonly resolved?: string } & {
  readonly [kind in "dependencies" | "optionalDependencies" | "peerDependencies"]?: { readonly [name: string]: string };
};

/** What is in an installation and is of no use to the one workspace that runs there, a sentence each. */
export const faultsOfContents = (folder: string, lockFile: string, workspace: string): readonly string[] => {
  const { packages } = JSON.parse(readFileSync(lockFile, "utf8")) as { packages: Packages };
  const needed = neededBy(packages, workspace);
  const installed = ["", "apps/*/", "packages/*/"].flatMap((under) => installedIn(folder, under));
  return [
    ...installed.filter((path) => !needed.has(path)).map((path) => `${path} is a package that nothing needs.`),
    ...STRAYS.flatMap((pattern) => globSync(pattern, { cwd: folder })).map((path) => `${path} is not for running.`),
  ];
};

/** What makes, tests or describes the modules that run. */
const STRAYS = [
  "{bench,deploy,docs,fixtures,scripts,tests}",
  "{apps,packages}/*/!(dist|node_modules|package.json|studio)",
  "{apps,packages}/*/dist/**/{*.test.*,*.ts,testing}",
];

/** The paths of the packages that a workspace runs with. */
const neededBy = (packages: Packages, workspace: string): ReadonlySet<string> => {
  // the link to the workspace itself is what npm makes of it
  const found = new Set(Object.keys(packages).filter((path) => packages[path]?.resolved === workspace));
  const visit = (path: string): void => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = placeOf(packages, path, name);
      if (place === null || found.has(place)) continue;
      found.add(place);
      const { link, resolved } = packages[place]!;
      visit(link === true ? resolved! : place);
    }
  };
  visit(workspace);
  return found;
};

/** Where a package finds another one: in its own folder, or in one above. */
const placeOf = (packages: Packages, path: string, name: string): string | null => {
  const place = join(path, "node_modules", name);
  if (place in packages) return place;
  return path === "." ? null : placeOf(packages, join(path, ".."), name);
};

/** The paths of what is in the folders of packages, and in those of these packages. */
const installedIn = (folder: string, under: string): readonly string[] =>
  globSync(`${under}node_modules/{[!@.]*,@*/*}`, { cwd: folder }).flatMap((path) =>
    lstatSync(join(folder, path)).isSymbolicLink() ? [path] : [path, ...installedIn(folder, `${path}/`)],
  );
