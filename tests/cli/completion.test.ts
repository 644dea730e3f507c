import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { needs } from "../support/programs.ts";
import { emptyFolder, LUMIGLYPH } from "./support/lumiglyph.ts";

needs("bash");

vi.setConfig({ testTimeout: 60_000 });

const has = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0;

/** A folder with the installed program, two images and a subfolder. */
const place = (): { readonly folder: string; readonly env: { readonly [name: string]: string } } => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "bin"));
  const program = join(folder, "bin/lumiglyph");
  writeFileSync(program, `#!/bin/sh\nexec ${LUMIGLYPH.map((word) => `'${word}'`).join(" ")} "$@"\n`);
  chmodSync(program, 0o755);
  mkdirSync(join(folder, "work/photos"), { recursive: true });
  for (const name of ["photo.jpg", "photo two.jpg"]) writeFileSync(join(folder, "work", name), "");
  return { folder: join(folder, "work"), env: { PATH: `${join(folder, "bin")}:${process.env["PATH"]}`, HOME: folder } };
};

/** Runs this script with a shell in the folder and returns its output. */
const shell = (name: string, script: string, flags: readonly string[] = []): readonly string[] => {
  const { folder, env } = place();
  const { stdout, stderr } = spawnSync(name, [...flags, "-c", script], { cwd: folder, env, encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.split("\n").filter(Boolean);
};

/** Returns bash's completions for these words, the last of them unfinished. */
const inBash = (...words: string[]) => {
  const typed = ["lumiglyph", ...words].map((word) => `'${word}'`).join(" ");
  return shell(
    "bash",
    `source <(lumiglyph completion bash); compopt() { :; }
     COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _lumiglyph; printf '%s\\n' "\${COMPREPLY[@]}"`,
  );
};

test("bash completes flags, values, commands and files", () => {
  expect(inBash("photo.jpg", "--glyph-s")).toEqual(["--glyph-strategy"]);
  expect(inBash("--format", "js")).toEqual(["json", "json-compact"]);
  expect(inBash("--format", "=", "sv")).toEqual(["svg"]);
  expect(inBash("ph").toSorted()).toEqual(["photo two.jpg", "photo.jpg", "photos"]);
  expect(inBash("mcp", "--root", "")).toEqual(["photos"]);
});

test("bash registers the function under the program's name", () => {
  expect(shell("bash", "source <(lumiglyph completion bash); complete -p lumiglyph")).toEqual([
    "complete -F _lumiglyph lumiglyph",
  ]);
});

test.skipIf(!has("zsh"))("zsh completes flags with descriptions, values and files", () => {
  const inZsh = (...words: string[]) =>
    shell(
      "zsh",
      `compdef() { :; }; source <(lumiglyph completion zsh)
       _describe() { print -rl -- "\${(@P)2}"; }; _files() { print -r -- "files $*"; }
       words=(lumiglyph ${words.map((word) => `'${word}'`).join(" ")}); CURRENT=\${#words}; _lumiglyph`,
      ["-f"],
    );
  expect(inZsh("photo.jpg", "--wat")).toEqual(["--watch:render again whenever a file changes, until Ctrl+C"]);
  expect(inZsh("--format=sv")).toEqual(["--format=svg:"]);
  expect(inZsh("mcp", "--root", "")).toEqual(["files -/"]);
  expect(inZsh("photo.jpg", "")).toEqual(["files "]);
});

test.skipIf(!has("fish"))("fish completes flags with descriptions, values and files", () => {
  const inFish = (line: string) =>
    shell("fish", `lumiglyph completion fish | source; complete -C '${line}'`, ["--no-config"]);
  expect(inFish("lumiglyph photo.jpg --wat")).toEqual(["--watch\trender again whenever a file changes, until Ctrl+C"]);
  expect(inFish("lumiglyph --format sv")).toEqual(["svg"]);
  expect(inFish("lumiglyph de")[0]).toBe("decode\tturn art back into a picture");
  expect(inFish("lumiglyph mcp --root ph").map((line) => line.split("\t")[0])).toEqual(["photos/"]);
  expect(inFish("lumiglyph --columns 80 ph").map((line) => line.split("\t")[0])).toContain("photo.jpg");
});

test("lists the supported shells for an unknown one", () => {
  const { status, stderr } = spawnSync(LUMIGLYPH[0], [...LUMIGLYPH.slice(1), "completion", "tcsh"], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining("Name a shell, one of bash, zsh, fish: lumiglyph completion bash"),
  });
});
