const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * True for text that can be an id of ours; anything else is unknown, not an error of the database. Ours are written in
 * small letters, but programs may hand one back in capitals (RFC 9562).
 */
export const isId = (text: string): boolean => uuid.test(text);
