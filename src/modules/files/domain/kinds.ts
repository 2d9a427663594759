/** What a file is by its bytes, in the words of a setting. */
export const kinds = ["image", "pdf", "office", "text", "archive", "other"] as const;
export type Kind = (typeof kinds)[number];

const labels: Readonly<Record<Kind, string>> = {
  image: "pictures",
  pdf: "PDFs",
  office: "Office documents",
  text: "text files",
  archive: "archives",
  other: "files of other kinds",
};

/** "pictures, PDFs or archives". */
export const kindList = (some: readonly Kind[]): string =>
  some
    .map((kind) => labels[kind])
    .join(", ")
    .replace(/, ([^,]+)$/, " or $1");

/** What the sender of a file reads whose kind is not taken. */
export const notTaken = (kind: Kind): string => `We take no ${labels[kind]} here. Send it in another form.`;
