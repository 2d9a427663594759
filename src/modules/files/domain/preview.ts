/** How a file can be shown on a page, by its checked type; null: it is downloaded. */
export type PreviewKind = "image" | "pages" | "text";

const images: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

export const previewKind = (type: string | null): PreviewKind | null => {
  if (type === null) return null;
  if (images.includes(type)) return "image";
  if (type === "application/pdf") return "pages";
  return type.startsWith("text/plain") || type.startsWith("text/markdown") || type === docx ? "text" : null;
};
