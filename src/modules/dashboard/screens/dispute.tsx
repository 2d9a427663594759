import { FileField, FileList, PlainUpload } from "#src/modules/files/index.screens.ts";
import type { FileFieldData, FileLine } from "#src/modules/files/index.server.ts";
import type { Action } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { MaskedText } from "#src/ui/masked-text.tsx";
import { Timeline } from "#src/ui/reading.tsx";
import type { Saying, ShownDisputeStep } from "./order-content.server.ts";
import { Fold } from "./work/fold.tsx";

/** Where a dispute stands: what was done, who is waited for and until when, what follows. */
export const DisputePanel = ({ steps }: { steps: readonly ShownDisputeStep[] }) =>
  steps.length === 0 ? null : (
    <section aria-labelledby="dispute" className="no-print">
      <h2 className="t2 mb-4" id="dispute">
        The dispute
      </h2>
      <Timeline
        moments={steps.map(({ state, title, at, note }) => ({
          key: title,
          state,
          title,
          at: at && <time dateTime={at.iso}>{at.text}</time>,
          note: note || undefined,
        }))}
      />
    </section>
  );

type FieldProps = { field: FileFieldData | null; error: string | undefined };

/** Evidence files; they are sent with the form that contains this field. */
export const EvidenceField = ({ field, error }: FieldProps) =>
  field && (
    <FileField
      {...field}
      label="Evidence"
      hint="For example screenshots, a marked text, a task sheet. The other side and our team see them."
      plain="Send each file with the form below, before you write."
      error={error}
      optional
    />
  );

type Statement = Pick<Saying, "action" | "who" | "did" | "at" | "text">;

/** What is answered, beside the answer. */
export const ClaimToAnswer = ({ sayings, action }: { sayings: readonly Statement[]; action: Action }) => {
  const claim = action === "answer-dispute" ? sayings.findLast((one) => one.action === "open-dispute") : undefined;
  return claim ? (
    <blockquote>
      <p className="whitespace-pre-wrap wrap-anywhere">
        <MaskedText text={claim.text} />
      </p>
      <footer>{`${claim.who} ${[claim.did, claim.at].filter(Boolean).join(", ")}`}</footer>
    </blockquote>
  ) : null;
};

type PlainProps = { field: FileFieldData | null; orderId: string; step: string | null };

/** The same without scripts: a form of its own. */
export const EvidenceUpload = ({ field, orderId, step }: PlainProps) =>
  field && step ? (
    <PlainUpload {...field} id="evidence-file" next={`/dashboard/orders/${orderId}?step=${step}`} />
  ) : null;

/** The evidence of both sides, open: what was sent is what a dispute is about. */
export const EvidenceFold = ({ files }: { files: readonly FileLine[] }) =>
  files.length === 0 ? null : (
    <Fold title="Evidence" aside={counted(files.length, "file")} open>
      <FileList files={files} label="Evidence of both sides" />
    </Fold>
  );

/** The same for a writer. */
export const Evidence = ({ files }: { files: readonly FileLine[] }) =>
  files.length === 0 ? null : (
    <section aria-labelledby="evidence" className="no-print">
      <h3 className="t3 mb-2" id="evidence">
        Evidence
      </h3>
      <FileList files={files} label="Evidence of both sides" />
    </section>
  );
