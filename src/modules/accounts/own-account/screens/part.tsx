import type { ReactNode } from "react";
import { StepUp } from "#src/ui/ask-once-more.tsx";
import { ArrowLink, Button, type ButtonProps, LinkButton } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { ChevronLeft } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHead } from "#src/ui/reading.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { FormAnswer } from "../../screens/answers.server.ts";

type PartProps = { title: string; lede?: ReactNode; back?: { to: string; label: string }; children: ReactNode };

/** One page of the settings: its title, a sentence, its forms. `back` leads to the page it belongs to. */
export const Part = ({ title, lede, back, children }: PartProps) => (
  <>
    {back && (
      <p className="-mt-2.5 mb-1 -ml-1.5 text-(length:--text-sm)">
        <ArrowLink icon={ChevronLeft} to={back.to}>
          {back.label}
        </ArrowLink>
      </p>
    )}
    <PageHead title={title} size="d3" lede={lede} />
    {children}
  </>
);

type AnswerProps = {
  answer: FormAnswer | undefined;
  labels?: Record<string, string>;
  saved?: ReactNode;
  /** Where messages go while fields are mended: the answer as it came. */
  since?: unknown;
};

/** What became of the form: saved, wrong, or to be confirmed first. What was typed stays. */
export const Answer = ({ answer, labels = {}, saved, since = answer?.errors }: AnswerProps) => {
  if (answer?.saved)
    return (
      <Notice tone="ok" live className="mb-6" title="Saved.">
        {saved && <p>{saved}</p>}
      </Notice>
    );
  if (answer?.stepUp) return <StepUp className="mb-6" />;
  if (!answer?.message && Object.keys(answer?.errors ?? {}).length === 0) return null;
  return (
    <div className="mb-6">
      <ErrorSummary errors={answer?.errors} labels={labels} message={answer?.message} since={since} />
    </div>
  );
};

/** True while the form with this `intent` (or any form) is on its way. */
export const useSending = (intent?: string): boolean => {
  const sent = useSent();
  return sent !== undefined && (intent === undefined || sent.get("intent") === intent);
};

type GuardedProps = Pick<ButtonProps, "variant" | "small" | "children" | "name" | "value" | "busy"> & {
  fresh: boolean;
  /** The path to return to. */
  here: string;
  /** What is read instead of the words alone: which row it is about. */
  label?: string;
};

/** A button that needs a fresh sign-in; while there is none, the way to confirm it and back. */
export const GuardedButton = ({ fresh, here, label, ...button }: GuardedProps) =>
  fresh ? (
    <Button {...button} aria-label={label} />
  ) : (
    <LinkButton
      to={`/confirm-identity?next=${encodeURIComponent(here)}`}
      variant={button.variant ?? "primary"}
      small={button.small ?? false}
      aria-label={label}
    >
      {button.children}
    </LinkButton>
  );

type SetRowProps = { id: string; title: string; says: ReactNode; children: ReactNode };

/** One part of a page of settings: its name and a sentence at the left, the things themselves at the right. */
export const SetRow = ({ id, title, says, children }: SetRowProps) => (
  <section
    className="grid scroll-mt-4 grid-cols-[minmax(0,4fr)_minmax(0,8fr)] gap-x-12 gap-y-4 border-t border-rule-strong py-8 max-md:grid-cols-1 max-md:py-6"
    aria-labelledby={id}
  >
    <header>
      <h2 className="t2" id={id}>
        {title}
      </h2>
      <p className="small soft mt-1.5 max-w-80">{says}</p>
    </header>
    <div>{children}</div>
  </section>
);

type SetItemProps = {
  mark: ReactNode;
  name: ReactNode;
  detail: ReactNode;
  action?: ReactNode;
};

/** One thing in a list of settings: what it is, what is known of it, what can be done. */
export const SetItem = ({ mark, name, detail, action }: SetItemProps) => (
  <li className="grid min-h-16 grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-0.5 border-b border-rule py-2 first:pt-0">
    {mark}
    <div>
      <p className="font-semibold leading-6 wrap-anywhere">{name}</p>
      <p className="meta num wrap-anywhere">{detail}</p>
    </div>
    {action && <div>{action}</div>}
  </li>
);
