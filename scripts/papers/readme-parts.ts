/** Puts a generated part into a page, between `<!-- NAME: … -->` and `<!-- /NAME -->`; throws where these are not there. */
export const withPart = (page: string, name: string, part: string): string => {
  const marks = new RegExp(`(<!-- ${name}: [^>]* -->\n).*?(<!-- /${name} -->)`, "s");
  if (!marks.test(page)) throw new Error(`There is no place for the part ${name}.`);
  return page.replace(marks, (_, begin: string, end: string) => `${begin}\n${part}\n\n${end}`);
};
