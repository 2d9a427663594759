/** Letters of other scripts that look like Latin ones; the lower and the upper case of each. */
const pairs =
  "аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwѵvɡgΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSԚQԜWһhӏlⅼlιiαaρp";

const latin = new Map<string, string>();
for (let at = 0; at < pairs.length; at += 2) latin.set(pairs.charAt(at), pairs.charAt(at + 1));

const word = /[\p{L}\p{M}]+/gu;
const greek = /\p{Script=Greek}/u;

/** A word that mixes scripts; one or two Latin letters beside a Greek one are a symbol, such as "αs" or "ρc". */
const isMixed = (one: string): boolean => (one.match(/[a-z]/gi)?.length ?? 0) >= (greek.test(one) ? 3 : 1);

/**
 * Where letters that only look Latin stand in words that mix scripts: places in `text` (code units) by the letter to
 * read instead. A whole word in another script is a quotation or a symbol and stays, unless more words are mixed than such
 * words are there.
 */
export function lookalikes(text: string): Map<number, string> {
  const found = new Map<number, string>();
  if (!/[^\0-\u024f]/.test(text)) return found;
  const words = [...text.matchAll(word)].filter(({ 0: one }) => [...one].some((letter) => latin.has(letter)));
  const mixed = words.filter(({ 0: one }) => isMixed(one));
  const whole = words.filter(({ 0: one }) => [...one].every((letter) => latin.has(letter)));
  for (const { 0: one, index } of mixed.length > whole.length ? [...mixed, ...whole] : mixed)
    for (let at = 0; at < one.length; at++) {
      const letter = latin.get(one.charAt(at));
      if (letter) found.set(index + at, letter);
    }
  return found;
}
