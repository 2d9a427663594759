/** Largest file that is read, in bytes. */
export const mostFileBytes = 10 * 1024 * 1024;

/** Said beside the field, before such a file is sent and after. */
export const tooLargeFile = "The file is larger than 10 MB. Paste the text instead.";

/** What the reader of a file left out, in words; these are what a page sends back with the text of a file. */
export const tablesLeft = (tables: number): string[] =>
  tables > 0 ? [tables === 1 ? "1 table" : `${tables} tables`] : [];

/** Of what was sent, the words that can have come from a file. */
export const leftInFile = (sent: readonly unknown[]): string[] =>
  sent.filter((one) => typeof one === "string").filter((one) => /^(1 table|[1-9]\d{0,3} tables)$/.test(one));
