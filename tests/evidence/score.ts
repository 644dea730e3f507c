/** The metric recomputed here. */
export const METRIC = "seen-fidelity-v2";

/** The published weights of the components for each target. */
const WEIGHTS: { readonly [target: string]: { readonly [component: string]: number } } = {
  balanced: { structure: 0.5, tone: 0.15, edges: 0.15, contours: 0.05, shadows: 0.15 },
  portrait: { faces: 0.4, structure: 0.25, shadows: 0.15, tone: 0.1, edges: 0.1 },
  motion: { stability: 0.4, structure: 0.4, tone: 0.2 },
  "low-light": { shadows: 0.6, structure: 0.2, edges: 0.2 },
  "round-trip": { psnr: 0.8, structure: 0.2 },
};

/** In color, the weight of `color`; the others share the rest. */
const COLOR = 0.4;

/** Component values that count as perfect, where that is not 1: half of the contours, 40 dB. */
const FULL: { readonly [component: string]: number } = { contours: 0.5, psnr: 40 };

/** The value of a component that counts as perfect. */
export const fullOf = (component: string): number => FULL[component] ?? 1;

/** The score of a target from its components' values; they must be exactly the target's. */
export const scoreOf = (target: string, values: ReadonlyMap<string, number>): number => {
  const own = Object.entries(WEIGHTS[target] ?? {});
  const inColor = own.map(([name, weight]) => [name, weight * (1 - COLOR)] as const);
  const weights = values.has("color") ? [...inColor, ["color", COLOR] as const] : own;
  if (weights.length !== values.size) throw new Error(`These are not the components of ${target}.`);
  return weights.reduce((sum, [name, weight]) => sum + weight * Math.min(1, values.get(name)! / fullOf(name)), 0);
};
