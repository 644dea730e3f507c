import { ACTS } from "./acts.ts";
import type { Tables } from "./reader.ts";

export const TABLES: Tables = {
  inProject: [
    "README.md § Install",
    "docs/tutorials/embed.md",
    "docs/how-to/addresses.md § In a program",
    "examples/README.md",
  ],
  withService: ["docs/how-to/troubleshoot.md", "examples/README.md"],
  cannot: [
    { begins: "claude mcp add", why: "a program of others, which asks for an account", unless: "claude" },
    { begins: "docker compose up", why: "no Docker where tests run; the nightly workflow has it" },
    { begins: "helm template", why: "no Helm here; tests/deploy/kubernetes.test.ts has one", unless: "helm" },
    { begins: "kubectl kustomize", why: "no kubectl here", unless: "kubectl" },
    { begins: "git push", why: "it needs a repository on GitHub; pack:check runs the workflow's other commands" },
  ],
  prints: {
    "node draw.mjs photo.png": /^(?:.{60}\n){20,}\n60 × \d+, .*score .*\nExpected an integer from 8 to 400/m,
    "bash render.sh": /^(?:.{60}\n){20,}render-quality: status=.*Did you mean `columns`\?/s,
    "python3 render.py": /^(?:.{60}\n){20,}\nstatus=.*\nExpected an integer from 8 to 400 for `columns`/,
    "go run render.go": /^(?:.{60}\n){20,}Expected an integer from 8 to 400 for `columns`/,
    "lumiglyph -- sign": /^https:\/\/art\.example\/api\/v1\/render\?columns=80&exp=\d+&imageUrl=.*&sig=[\w-]{43}\n$/,
  },
  acts: ACTS,
};
