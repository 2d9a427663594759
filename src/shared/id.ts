const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for text that can be an id of ours; anything else is unknown, not an error of the database. */
export const isId = (text: string): boolean => uuid.test(text);
