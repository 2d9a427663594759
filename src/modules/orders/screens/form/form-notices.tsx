import { Suspense } from "react";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { latePart } from "#src/ui/late-part.ts";
import { Notice } from "#src/ui/notice.tsx";
import { labels } from "./labels.ts";
import type { Earlier } from "./prefill.server.ts";
import type { Again } from "./submit-order.server.ts";

type Props = {
  closed: string | null;
  lost: "form" | "quote" | "order" | null;
  kept: boolean;
  /** The number of the order that is ordered once more. */
  again?: string | null;
  /** Who filled in the form for this person. */
  partner?: string | null;
  failure?: string | null;
  earlier: Earlier | null;
};

const EarlierNotices = latePart(() => import("./later/earlier-notices.tsx"));

/** What a person should know before filling in the form. */
export const FormNotices = ({ closed, lost, kept, again, partner, failure, earlier }: Props) => (
  <>
    {closed && (
      <Notice tone="warn" className="mt-6" title={closed}>
        <p>No order can be placed now.</p>
      </Notice>
    )}
    {earlier && (
      <Suspense>
        <EarlierNotices {...earlier} />
      </Suspense>
    )}
    {kept && (
      <Notice tone="info" className="mt-6" title="You are signed in. What you typed is here.">
        <p>Check it, then place the order.</p>
      </Notice>
    )}
    {partner && (
      <Notice tone="info" className="mt-6" title={`${partner} filled in this form for you.`}>
        <p>
          Nothing is ordered yet. Check it, then place the order and pay. {partner} then sees the number, the state, the
          deadline and the price of this order. It does not see your texts, your files or your name.
        </p>
      </Notice>
    )}
    {again && (
      <Notice tone="info" className="mt-6" title={`This is the work of order ${again}.`}>
        <p>
          Choose a deadline and check the rest. Files of the earlier order are not copied. Add the ones that you need.
        </p>
      </Notice>
    )}
    {lost && (
      <Notice tone="warn" className="mt-6" title={`The ${lost} in this link is no longer available.`}>
        <p>Fill in the form to get a price.</p>
      </Notice>
    )}
    {failure && (
      <Notice tone="warn" className="mt-6">
        Prices could not be refreshed. You see the standard prices. We confirm the total before you pay.
      </Notice>
    )}
  </>
);

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
