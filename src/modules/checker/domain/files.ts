/** Largest file that is read, in bytes (decisions 8). */
export const mostFileBytes = 10 * 1024 * 1024;

/** Said beside the field, before such a file is sent and after. */
export const tooLargeFile = "The file is larger than 10 MB. Paste the text instead.";
