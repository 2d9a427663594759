/** A text for a LIKE pattern in which its own signs stand for themselves. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
