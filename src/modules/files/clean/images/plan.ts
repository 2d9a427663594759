import { limits, Refused } from "../results.ts";
import type { Piece } from "../source.ts";

/** An image without its metadata: the pieces to write, in order. No pixel is encoded again. */
export type ImagePlan = { pieces: Piece[]; width: number; height: number };

const mostPieces = 100_000;

/** Refuses an image over 50 megapixels (security notes 5.2.6) and one cut into absurdly many parts. */
export function checked(plan: ImagePlan): ImagePlan {
  checkSize(plan.width, plan.height);
  if (plan.pieces.length > mostPieces) throw new Refused("unsafe", "The picture is made of too many parts.");
  return plan;
}

export function checkSize(width: number, height: number): void {
  if (width * height > limits.pixels)
    throw new Refused(
      "too-large",
      `The picture is ${width} by ${height} pixels. We take pictures of up to ${limits.pixels / 1_000_000} megapixels.`,
    );
}
