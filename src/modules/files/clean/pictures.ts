import { closeSync, fstatSync, openSync, rmSync } from "node:fs";
import type { Sharp } from "sharp";
import { planImage } from "./images/clean-image.ts";
import { drawPage } from "./pdf/open-pdfium.ts";
import { broken, limits, Refused, type Uncleanable, uncleanable } from "./results.ts";
import { fileSource, latin, type Source } from "./source.ts";

/** A small picture of a file. Types other than images and PDFs have none. */
export type Thumbnail = { result: "made"; width: number; height: number } | { result: "none" } | Uncleanable;

const thumbBox = { width: 320, height: 1_280 };

const isPdf = (source: Source): boolean => latin(source.read(0, 1024)).includes("%PDF-");

async function openSharp() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** What is to be drawn small; null for what cannot be. Refuses an image over 50 megapixels by its header. */
async function drawing(input: string): Promise<Sharp | null> {
  const fd = openSync(input, "r");
  try {
    const source = fileSource(fd, fstatSync(fd).size);
    if (isPdf(source)) {
      if (source.size > limits.pdf) return null;
      const { pixels, width, height } = await drawPage(source.read(0, source.size).slice(), thumbBox);
      return (await openSharp())(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
    }
    if (planImage(source) === null) return null;
    const sharp = await openSharp();
    return sharp(input, { limitInputPixels: limits.pixels, pages: 1, failOn: "error" }).autoOrient();
  } finally {
    closeSync(fd);
  }
}

/** Writes a WebP of at most 320 pixels in width: an image upright, a moving one's first frame, a PDF's first page. */
export async function makeThumbnail(input: string, output: string): Promise<Thumbnail> {
  try {
    const drawn = await drawing(input);
    if (!drawn) return { result: "none" };
    const { width, height } = await drawn
      .resize({ ...thumbBox, fit: "inside", withoutEnlargement: true })
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

/** A page of a PDF as a picture, and how many pages there are. */
export type PagePicture = { result: "made"; width: number; height: number; pages: number } | Uncleanable;

const pageBox = { width: 1_200, height: 2_400 };

/** Writes one page of a PDF, counted from 0, as a WebP of at most 1,200 pixels in width. */
export async function drawPreview(input: string, output: string, at: number): Promise<PagePicture> {
  const fd = openSync(input, "r");
  try {
    const source = fileSource(fd, fstatSync(fd).size);
    if (source.size > limits.pdf) throw new Refused("too-large", "The PDF is too large to be shown here.");
    const { pixels, width, height, pages } = await drawPage(source.read(0, source.size).slice(), pageBox, at);
    const sharp = await openSharp();
    await sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .webp({ quality: 80 })
      .timeout({ seconds: 25 })
      .toFile(output);
    return { result: "made", width, height, pages };
  } catch (error) {
    rmSync(output, { force: true });
    if (error instanceof Refused) return uncleanable(error.code, error.message);
    if (error instanceof Error) return uncleanable("broken", broken("PDF").message);
    throw error;
  } finally {
    closeSync(fd);
  }
}
