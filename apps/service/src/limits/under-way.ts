/** How many renders each client has under way. Only clients that have one take any memory. */
export type UnderWay = {
  readonly count: (client: string) => number;
  /** Counts one in; the answer counts it out again. */
  readonly enter: (client: string) => () => void;
};

export const createUnderWay = (): UnderWay => {
  const counts = new Map<string, number>();
  const count = (client: string) => counts.get(client) ?? 0;
  const leave = (client: string) => {
    const rest = count(client) - 1;
    if (rest === 0) counts.delete(client);
    else counts.set(client, rest);
  };
  return {
    count,
    enter: (client) => {
      counts.set(client, count(client) + 1);
      return () => leave(client);
    },
  };
};
