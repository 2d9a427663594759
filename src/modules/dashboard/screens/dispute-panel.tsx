import type { DisputeStep } from "#src/modules/orders/index.ts";
import { Timeline } from "#src/ui/reading.tsx";
import type { FormatMoment } from "./zone.server.ts";

type ShownStep = Omit<DisputeStep, "at" | "until"> & { at: { iso: string; text: string } | null };

/** The steps of a dispute with their times in words. */
export const shownDispute = (steps: readonly DisputeStep[], moment: FormatMoment): readonly ShownStep[] =>
  steps.map(({ at, until, ...step }) => ({
    ...step,
    at: at && { iso: at.toISOString(), text: `${until ? "until " : ""}${moment(at)}` },
  }));

/** Where a dispute stands: what was done, who is waited for and until when, what follows. */
export const DisputePanel = ({ steps }: { steps: readonly ShownStep[] }) =>
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
