/**
 * The studio's page with the origin of the receiving site in it, which is where the page takes it from and from nowhere else. A
 * page without the place for it stays as it is.
 */
export const nameReceiver = (page: Buffer, origin: string): Buffer =>
  Buffer.from(page.toString("utf8").replace(PLACE, (_, before: string) => `${before}${escaped(origin)}"`));

const PLACE = /(<meta name="handoff-target" content=")"/;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
