/** How many questions a tree asks of a text, one after the other: whether a number is as high as a cut, or lower. */
export const depth = 4;
/** Questions that a tree has, and answers. A question is followed by those at twice its place, and one or two more. */
export const questions = 2 ** depth - 1;
export const answers = 2 ** depth;

/** Small trees on the numbers of style, one after the other: what each question looks at, its cut, and each answer's worth. */
export type Trees = { number: Int16Array; cut: Float32Array; worth: Float32Array };

/** Which of its answers a tree gives. */
export function answerOf({ number, cut }: Trees, tree: number, numbers: Float32Array): number {
  let at = 0;
  while (at < questions) {
    const place = tree * questions + at;
    at = 2 * at + ((numbers[number[place] as number] as number) >= (cut[place] as number) ? 2 : 1);
  }
  return at - questions;
}

/** What all trees together say of the numbers of a text: a logit, but for its middle. */
export function treesLogit(trees: Trees, numbers: Float32Array): number {
  let sum = 0;
  for (let tree = 0; tree * answers < trees.worth.length; tree++)
    sum += trees.worth[tree * answers + answerOf(trees, tree, numbers)] as number;
  return sum;
}
