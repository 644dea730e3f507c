/** The text on a terminal after each event of a cast. Supports only the sequences that the studio prints. */
export const castFrames = (cast: string): { readonly seconds: number; readonly lines: readonly string[] }[] => {
  const [head, ...events] = cast.trimEnd().split("\n");
  const { cols, rows } = (JSON.parse(head!) as { term: { cols: number; rows: number } }).term;
  const cells = new Array<string>(cols * rows).fill(" ");
  let at = 0;
  let seconds = 0;
  const move = (body: string, final: string): void => {
    const [first = 0, second = 0] = body.split(";").map(Number);
    if (final === "H") at = (first - 1) * cols + second - 1;
    else if (final === "C") at += first;
    else if (final === "J") cells.fill(" ");
    else if (final !== "m" && body !== "?25") throw new Error(`CSI ${body}${final}`);
  };
  return events.map((line) => {
    const [step, , text] = JSON.parse(line) as [number, string, string];
    seconds += step;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what a control sequence starts with
    for (const [, body, final, character] of text.matchAll(/\x1b\[([?\d;]*)([a-zA-Z])|(.)/gsu)) {
      if (final === undefined) cells[at++] = character!;
      else move(body!, final);
    }
    return {
      seconds,
      lines: Array.from({ length: rows }, (_, row) => cells.slice(row * cols, (row + 1) * cols).join("")),
    };
  });
};
