/**
 * Small decision trees of equal depth, one after the other: node n of a tree asks whether number `feature[n]` is above
 * `limit[n]`; its children are 2n + 1 and 2n + 2; after `depth` questions the leaf's value is added.
 */
export type Trees = { depth: number; count: number; feature: Uint16Array; limit: Float32Array; leaf: Float32Array };

/** The sum over all trees: a logit. */
export function treesLogit({ depth, count, feature, limit, leaf }: Trees, numbers: Float32Array): number {
  const inner = (1 << depth) - 1;
  let sum = 0;
  for (let tree = 0; tree < count; tree++) {
    let node = 0;
    while (node < inner) {
      const at = tree * inner + node;
      const above = (numbers[feature[at] as number] as number) > (limit[at] as number);
      node = 2 * node + (above ? 2 : 1);
    }
    sum += leaf[tree * (inner + 1) + node - inner] as number;
  }
  return sum;
}
