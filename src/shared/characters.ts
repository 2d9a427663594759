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

/** Signs that join letters of some scripts (Arabic, Devanagari) and parts of one emoji; elsewhere nobody sees them. */
const joiners = /(?<=(?![\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}])[\p{L}\p{M}])[\u200c\u200d](?=\p{L})/gu;
const emojiParts = /(?<=\p{Extended_Pictographic}\ufe0f?|[\u{1f3fb}-\u{1f3ff}])[\u200d\ufe0f]/gu;

/** Whether a text holds something that nobody sees or that turns the order of letters: two such names look like one. */
export const hasUnseen = (text: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(
    text.replace(joiners, "").replace(emojiParts, ""),
  );

/** Shown at the field of a name that people compare. */
export const unseenProblem = "This name has a character that cannot be shown. Type it again.";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as it can stand in HTML, also inside a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
