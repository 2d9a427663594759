/** Letters of other scripts that look like Latin ones; the lower and the upper case of each. */
const pairs =
  "аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwѵvɡgΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSԚQԜWһhӏlⅼlιiαaρp";

const latin = new Map<string, string>();
for (let at = 0; at < pairs.length; at += 2) latin.set(pairs.charAt(at), pairs.charAt(at + 1));

const word = /[\p{L}\p{M}]+/gu;
const hasLatin = /[a-z]/i;

/**
 * Where letters that only look Latin stand in words that are meant to be Latin: places in `text` (code units) by the
 * letter to read instead. A word counts when it mixes both, or when all of it looks Latin and the text is Latin.
 */
export function lookalikes(text: string): Map<number, string> {
  const found = new Map<number, string>();
  if (!/[^\0-\u024f]/.test(text)) return found;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const isLatin = (text.match(/[a-z]/gi)?.length ?? 0) * 2 > letters;
  for (const { 0: one, index } of text.matchAll(word)) {
    const all = [...one].every((letter) => latin.has(letter));
    if (!(hasLatin.test(one) || (isLatin && all))) continue;
    for (let at = 0; at < one.length; at++) {
      const letter = latin.get(one.charAt(at));
      if (letter) found.set(index + at, letter);
    }
  }
  return found;
}
