import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPath } from "../../support/programs.ts";
import type { Certificate } from "./redis-server.ts";

/** A self-signed certificate for `localhost`; `remove` deletes its files. */
export const makeCertificate = (): Certificate & { readonly remove: () => Promise<void> } => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"];
  const files = ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert];
  const { status, stderr } = spawnSync(programPath("openssl"), [...request, ...files], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return { cert, key, remove: async () => rmSync(folder, { recursive: true, force: true }) };
};
