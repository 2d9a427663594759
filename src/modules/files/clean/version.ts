/**
 * Grows when the cleaners take out more than before, or make a picture of more: files that an older version looked at
 * are looked at once more. 2: documents in documents, first pages of PDFs.
 */
export const cleanerVersion = 2;
