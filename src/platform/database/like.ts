/** A text for a LIKE pattern in which its own signs stand for themselves. PostgreSQL's texts have no NUL: none matches. */
export const likeText = (text: string): string => text.replaceAll("\0", "\uFFFD").replace(/[\\%_]/g, "\\$&");
