import { closeSync, fstatSync, openSync, rmSync } from "node:fs";
import { drawPage } from "./pdf/open-pdfium.ts";
import { broken, limits, Refused, type Uncleanable, uncleanable } from "./results.ts";
import { fileSource } from "./source.ts";

/** A page of a PDF as a picture, and how many pages there are. */
export type PagePicture = { result: "made"; width: number; height: number; pages: number } | Uncleanable;

const box = { width: 1_200, height: 2_400 };

/** Writes one page of a PDF, counted from 0, as a WebP of at most 1,200 pixels in width. */
export async function drawPreview(input: string, output: string, at: number): Promise<PagePicture> {
  const fd = openSync(input, "r");
  try {
    const source = fileSource(fd, fstatSync(fd).size);
    if (source.size > limits.pdf) throw new Refused("too-large", "The PDF is too large to be shown here.");
    const { pixels, width, height, pages } = await drawPage(source.read(0, source.size).slice(), box, at);
    const { default: sharp } = await import("sharp");
    sharp.cache(false);
    sharp.concurrency(1);
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
