import { closeSync, fstatSync, openSync, rmSync } from "node:fs";
import { planImage } from "./images/clean-image.ts";
import { limits } from "./limits.ts";
import { broken, Refused, type Uncleanable, uncleanable } from "./results.ts";
import { fileSource } from "./source.ts";

/** A small picture of a file. Types other than images have none. */
export type Thumbnail = { result: "made"; width: number; height: number } | { result: "none" } | Uncleanable;

const thumbnailWidth = 320;
const tallest = 1_280;

/** Whether the bytes are an image we draw; refuses one over 50 megapixels by its header. */
function isDrawable(input: string): boolean {
  const fd = openSync(input, "r");
  try {
    return planImage(fileSource(fd, fstatSync(fd).size)) !== null;
  } finally {
    closeSync(fd);
  }
}

/** Writes a WebP of at most 320 pixels in width, turned upright, the first frame of a moving picture. */
export async function makeThumbnail(input: string, output: string): Promise<Thumbnail> {
  try {
    if (!isDrawable(input)) return { result: "none" };
    const { default: sharp } = await import("sharp");
    sharp.cache(false);
    sharp.concurrency(1);
    const { width, height } = await sharp(input, { limitInputPixels: limits.pixels, pages: 1, failOn: "error" })
      .autoOrient()
      .resize({ width: thumbnailWidth, height: tallest, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 75 })
      .timeout({ seconds: 25 })
      .toFile(output);
    return { result: "made", width, height };
  } catch (error) {
    rmSync(output, { force: true });
    if (error instanceof Refused) return uncleanable(error.code, error.message);
    if (error instanceof Error) return uncleanable("broken", broken("picture").message);
    throw error;
  }
}
