/** How a file can be shown on a page, by its checked type; null: it is downloaded. */
export type PreviewKind = "image" | "pages" | "text";

const images: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** Documents whose text the reader knows; of an old or locked one it says why it cannot be read. */
const documents =
  /^application\/(?:vnd\.openxmlformats-officedocument\.(?:wordprocessingml|presentationml)\.|vnd\.ms-(?:word|powerpoint)\.|vnd\.oasis\.opendocument\.(?:text|presentation)|x-cfb)/;

export const previewKind = (type: string | null): PreviewKind | null => {
  if (type === null) return null;
  if (images.includes(type)) return "image";
  if (type === "application/pdf") return "pages";
  return type.startsWith("text/plain") || type.startsWith("text/markdown") || documents.test(type) ? "text" : null;
};
