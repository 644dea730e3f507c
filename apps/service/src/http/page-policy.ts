import { createHash } from "node:crypto";

/**
 * The Content-Security-Policy of a page that we emit: its own style sheets by their hashes, this origin for forms and
 * frames where it has any, and nothing else. No script, no style attribute, nothing of another origin.
 */
export const pagePolicy = (html: string): string => {
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = ""]) => `'${sha256(text)}'`);
  return [
    "default-src 'none'",
    `style-src ${styles.length === 0 ? "'none'" : styles.join(" ")}`,
    `form-action ${html.includes("<form ") ? "'self'" : "'none'"}`,
    `frame-src ${html.includes("<iframe ") ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
};

const sha256 = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
