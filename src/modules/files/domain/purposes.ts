/** Where a file is meant to go; each has a policy that decides who may see the files attached there. */
export const purposes = [
  "order",
  "delivery",
  "chat",
  "thread",
  "proof",
  "application",
  "evidence",
  "report",
  "threat",
] as const;
export type Purpose = (typeof purposes)[number];

/**
 * receiving: bytes still come. checking: complete and durable; type, personal details and viruses are looked at.
 * ready: others may have it. refused: by the check. gone: removed, its bytes too.
 */
export type FileState = "receiving" | "checking" | "ready" | "refused" | "gone";

/**
 * The copy without personal details. waiting: not looked at yet. done: others get the copy. none: the type holds no
 * such details, others get the original. cannot: they could not be removed, so only the owner gets it.
 */
export type CleanState = "waiting" | "done" | "none" | "cannot";
