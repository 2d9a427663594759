import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { useTakeFocus } from "#src/ui/hydrated.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { MarkedText } from "./marked-text.tsx";
import { Limits, VerdictView } from "./verdict-view.tsx";
import type { WorkStyleAnswer, WorkStylePage } from "./work-style.server.ts";

type Props = {
  page: WorkStylePage;
  answer: WorkStyleAnswer | undefined;
  home: { to: string; label: string };
  busy: boolean;
};

const whyNot = ({ isInstalled, hasText }: WorkStylePage): string | null => {
  if (!isInstalled) return "The checker is not installed in this installation.";
  return hasText ? null : "This version has no text of its own, only files.";
};

/** A look at the style of handed-over work: for its writer and for admins, on request, never a verdict. */
export const WorkStyle = ({ page, answer, home, busy }: Props) => {
  const { name } = page;
  useTakeFocus(answer?.report, () => document.getElementById("verdict")?.focus());
  const refusal = whyNot(page);
  return (
    <div className="aic">
      <Crumbs steps={[home, { label: "Style" }]} />
      <h1 className="d3 mt-2">{`Style of ${name.toLowerCase()}`}</h1>
      <Notice tone="info" title="This is about style. It is not a judgement about a person." className="mt-6">
        <p>
          The checker is wrong about some people’s texts, and it cannot see how this one came to be. Do not decide on it
          alone: ask for notes and drafts first. Nothing of this check is saved, and the client does not see it.
        </p>
      </Notice>
      {answer?.refused && (
        <Notice tone="bad" title="The text was not checked." live className="mt-6">
          <p>{answer.refused}</p>
        </Notice>
      )}
      {answer?.report ? (
        <div className="aic-grid answered mt-8">
          <VerdictView report={answer.report} why={answer.why} kind="" left={[]} />
          <MarkedText text={answer.text} report={answer.report} why={answer.why} />
        </div>
      ) : (
        <Form method="post" className="mt-6">
          {refusal ? (
            <p className="soft">{refusal}</p>
          ) : (
            <Button busy={busy}>{busy ? "Looking" : "Check the style"}</Button>
          )}
        </Form>
      )}
      <Limits />
    </div>
  );
};
