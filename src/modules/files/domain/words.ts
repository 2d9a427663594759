/** Scripts that put no space between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A word of the other scripts, as Unicode segments it (UAX 29): a hyphen and a slash end it, an apostrophe does not. */
const spaced =
  /[\p{L}\p{Nd}\p{Nl}][\p{L}\p{M}\p{Nd}\p{Nl}\p{Cf}_]*(?:(?:(?<=[\p{L}\p{M}])['’.·](?=\p{L})|(?<=\p{Nd})[.,;'’](?=\p{Nd}))[\p{L}\p{M}\p{Nd}\p{Nl}\p{Cf}_]+)*/gu;

let segmenter: Intl.Segmenter | undefined;
function segmented(text: string): number {
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words++;
  return words;
}

/** Words by Unicode segmentation (UAX 29). Only stretches of scripts without spaces need the slow segmenter. */
export function digestOf(text: string): number {
  if (!unspaced.test(text)) return text.match(spaced)?.length ?? 0;
  let words = 0;
  for (const [stretch] of text.matchAll(/\S+/gu))
    words += unspaced.test(stretch) ? segmented(stretch) : (stretch.match(spaced)?.length ?? 0);
  return words;
}
