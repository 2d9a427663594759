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
