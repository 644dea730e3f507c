/** The result of each lookup of a name: addresses or an alias. A name with neither does not exist. */
export type Zone = { readonly [name: string]: readonly string[] | string };

/**
 * A resolver for these zones: the first lookup of a connection's name uses the first zone, the next the second, and so on;
 * the last one stays. It follows aliases like a recursive resolver, up to eight.
 */
export const resolverOf = (zones: readonly Zone[], usual: readonly string[]) => {
  let lookups = 0;
  const resolve = async (name: string): Promise<readonly string[]> => {
    const zone = zones[Math.min(lookups++, zones.length - 1)] ?? {};
    let found = zone[name] ?? usual;
    for (let steps = 0; typeof found === "string"; steps++) {
      if (steps === 8) throw missing("ESERVFAIL");
      found = zone[found] ?? [];
    }
    if (found.length === 0) throw missing("ENOTFOUND");
    return found;
  };
  return { resolve, lookups: () => lookups };
};

const missing = (code: string): Error => Object.assign(new Error("queryA"), { code });
