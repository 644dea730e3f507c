/** What the components count for in each target's score, as published. */
const WEIGHTS: { readonly [target: string]: { readonly [component: string]: number } } = {
  balanced: { structure: 0.5, tone: 0.2, edges: 0.15, shadows: 0.15 },
  portrait: { tone: 0.4, structure: 0.5, edges: 0.1 },
  motion: { stability: 0.4, structure: 0.4, tone: 0.2 },
  "low-light": { shadows: 0.4, structure: 0.3, edges: 0.2, tone: 0.1 },
  "round-trip": { psnr: 0.8, structure: 0.2 },
};

/** The value of a component that counts as perfect: 1, or 40 dB. */
export const fullOf = (component: string): number => (component === "psnr" ? 40 : 1);

/** The score of a target by its components' values; they have to be those that the target is about. */
export const scoreOf = (target: string, values: ReadonlyMap<string, number>): number => {
  const weights = Object.entries(WEIGHTS[target] ?? {});
  if (weights.length !== values.size) throw new Error(`These are not the components of ${target}.`);
  return weights.reduce((sum, [name, weight]) => sum + weight * Math.min(1, values.get(name)! / fullOf(name)), 0);
};
