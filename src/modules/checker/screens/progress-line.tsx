import { figures } from "#src/shared/counted.ts";
import type { CheckProgress } from "../checking/check-quota.ts";

const textsBefore = (count: number): string =>
  count === 0 ? "" : `${count} ${count === 1 ? "text waits" : "texts wait"} before yours.`;

/** How far it is, in a sentence; before the first answer nothing is claimed. */
function progressText(progress: CheckProgress | null): string {
  if (progress === null) return "";
  if (progress.stage === "reading") return "The file is being read.";
  if (progress.stage === "checking") return "Your text is being looked at.";
  return textsBefore(progress.before) || "Yours is next.";
}

type Props = {
  busy: boolean;
  progress: CheckProgress | null;
  /** Texts that waited when the page was made. */
  waiting: number;
};

/** Where one's own check is. The pages of a file are seen and can be asked for, but are not read out one by one. */
export const ProgressLine = ({ busy, progress, waiting }: Props) => {
  const { page, pages } = busy && progress?.stage === "reading" ? progress : {};
  return (
    <>
      <p role="status" className={page ? "vh" : undefined}>
        {busy ? progressText(progress) : textsBefore(waiting)}
      </p>
      {page && pages && (
        <label className="page-progress">
          <span className="num">{`Reading page ${figures(page)} of ${figures(pages)}`}</span>
          <progress value={page} max={pages} />
        </label>
      )}
    </>
  );
};
