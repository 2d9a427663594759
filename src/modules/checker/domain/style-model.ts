/**
 * A linear model of the numbers of style. A number counts by its logarithm, in spreads from the middle of the training
 * texts, at most `farthest` of them: no single habit decides.
 */
export type StyleModel = { middle: Float32Array; spread: Float32Array; weights: Float32Array; bias: number };

const farthest = 4;

/** How far a number of style lies from the middle, in spreads. */
export function standing(value: number, middle: number, spread: number): number {
  const far = (Math.log1p(Math.max(0, value)) - middle) / spread;
  return Math.max(-farthest, Math.min(farthest, far));
}

/** What the numbers of style of a text say: a logit. */
export function styleLogit({ middle, spread, weights, bias }: StyleModel, numbers: Float32Array): number {
  let sum = bias;
  for (let at = 0; at < weights.length; at++)
    sum += (weights[at] as number) * standing(numbers[at] as number, middle[at] as number, spread[at] as number);
  return sum;
}
