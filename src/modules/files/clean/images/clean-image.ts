import { latin, type Source } from "../source.ts";
import { planGif } from "./gif.ts";
import { planJpeg } from "./jpeg.ts";
import { checked, type ImagePlan } from "./plan.ts";
import { planPng } from "./png.ts";
import { planTiff } from "./tiff.ts";
import { planWebp } from "./webp.ts";

const startsWith = (word: string) => (head: string) => head.startsWith(word);

const planners: readonly (readonly [(head: string) => boolean, (source: Source) => ImagePlan])[] = [
  [startsWith("\xff\xd8\xff"), (source) => checked(planJpeg(source))],
  [startsWith("\x89PNG\r\n\x1a\n"), planPng],
  [(head) => /^GIF8[79]a/.test(head), planGif],
  [(head) => head.startsWith("RIFF") && head.startsWith("WEBP", 8), planWebp],
  [(head) => head.startsWith("II*\0") || head.startsWith("MM\0*"), planTiff],
];

export const isImage = (head: Uint8Array): boolean => planners.some(([matches]) => matches(latin(head)));

/** The plan of an image without its metadata, null when the bytes are no image of a kind we can clean. */
export function planImage(source: Source): ImagePlan | null {
  const head = latin(source.read(0, 16));
  return planners.find(([matches]) => matches(head))?.[1](source) ?? null;
}
