import type { Row } from "../upload/upload-rows.ts";

const files = (count: number): string => (count === 1 ? "1 file is" : `${count} files are`);
const them = (count: number): string => (count === 1 ? "it" : "them");

/** Neither complete nor on its way: somebody must decide. */
const isLeftOpen = ({ phase }: Row): boolean =>
  phase.at === "stopped" ||
  (phase.at === "failed" && phase.again) ||
  (phase.at === "sending" && phase.snapshot.state === "paused" && !phase.resumes);

/** Why a form waits with its files: nothing is left behind without a word. Null: it can go. */
export const notYet = (rows: readonly Row[]): string | null => {
  const open = rows.filter(isLeftOpen);
  const on = rows.filter(
    (row) => ["sending", "queued", "elsewhere"].includes(row.phase.at) && !open.includes(row),
  ).length;
  if (on > 0) return `${files(on)} still uploading. Wait, or remove ${them(on)}.`;
  return open.length > 0
    ? `${files(open.length)} not complete. Go on with ${them(open.length)}, or remove ${them(open.length)}.`
    : null;
};
