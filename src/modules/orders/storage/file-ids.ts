import { z } from "zod";

const most = 200;

/** Ids of files: a list, or one text with commas between them, as a form sends it. */
export const fileIds = z
  .union([z.string().max(most * 40), z.array(z.string().max(100)).max(most)])
  .default([])
  .transform((ids) => (typeof ids === "string" ? ids.split(",") : ids).map((id) => id.trim()).filter(Boolean));
