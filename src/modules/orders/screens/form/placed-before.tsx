import { Suspense } from "react";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { latePart } from "#src/ui/late-part.ts";
import { labels } from "./labels.ts";
import type { Again } from "./submit-order.server.ts";

const ChangedTexts = latePart(() => import("./later/changed-texts.tsx"));
const PlacedBefore = latePart(() => import("./later/placed-before.tsx"));

/** Why a form was refused, above it; `errors` are those that are still there. */
type RefusedProps = { answer: Again | undefined; errors: Readonly<Record<string, string | undefined>> };

/** In the form after its own button, so that Enter in a field never presses it. */
const AskPerson = latePart(() => import("./later/ask-person.tsx"));

export const AskPersonAfter = ({ answer }: Pick<RefusedProps, "answer">) =>
  answer?.mayAsk ? (
    <Suspense>
      <AskPerson />
    </Suspense>
  ) : null;

export const RefusedOrder = ({ answer, errors }: RefusedProps) =>
  answer && !answer.unsent ? (
    <div className="mt-6">
      <ErrorSummary errors={errors} labels={labels} message={answer.message} since={answer} />
      {answer.changedTexts && (
        <Suspense>
          <ChangedTexts
            texts={answer.changedTexts}
            alone={!answer.message && Object.keys(answer.errors).length === 0}
          />
        </Suspense>
      )}
      {answer.before && (
        <Suspense>
          <PlacedBefore before={answer.before} />
        </Suspense>
      )}
    </div>
  ) : null;
