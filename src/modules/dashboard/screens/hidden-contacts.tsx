import { type ReactNode, Suspense, useState } from "react";
import { counted } from "#src/shared/counted.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { latePart } from "#src/ui/late-part.ts";
import { QuotedText } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { ShownPassage } from "./order-content.server.ts";
import { Fold } from "./work/fold.tsx";

const HintText = latePart(() => import("./contact-hint-text.tsx"));

const typedIn = (place: HTMLElement): string =>
  [...place.querySelectorAll("textarea")].map(({ value }) => value).join("\n\n");

type ContactHintProps = {
  /** How the page calls who reads it. */
  reader: string;
  children: ReactNode;
};

/** Fields that the other side reads: contact details in them are named while somebody types, before they are hidden. */
export const ContactHint = ({ reader, children }: ContactHintProps) => {
  const [text, setText] = useState("");
  return (
    <div className="stack [--gap:12px]" onInput={({ currentTarget }) => setText(typedIn(currentTarget))}>
      {children}
      {text !== "" && (
        <Suspense>
          <HintText text={text} reader={reader} />
        </Suspense>
      )}
    </div>
  );
};

type Props = {
  passages: readonly ShownPassage[];
  /** How the page calls who reads the texts. */
  reader: string;
  open: boolean;
};

const State = ({ passage: { state, at }, reader }: { passage: ShownPassage; reader: string }) => {
  const since = at === null ? "" : ` ${at}`;
  if (state === "waiting") return <Status shape="dashed">Support looks at it, you get an answer here</Status>;
  if (state === "shown") return <Status shape="check">{`Support shows it to ${reader} since${since}`}</Status>;
  if (state === "kept") return <Status shape="dash">{`Support looked at it on${since}. It stays hidden`}</Status>;
  return <Status shape="dash">{`Hidden from ${reader}`}</Status>;
};

const Passage = ({ passage, reader }: { passage: ShownPassage; reader: string }) => {
  const busy = useSent()?.get("passageId") === passage.id;
  const { id, before, text, after, where, state } = passage;
  return (
    <li>
      <p className="small muted">{where}</p>
      <QuotedText className="my-2">
        {before}
        <mark className="bg-transparent font-semibold text-inherit underline decoration-warn decoration-2 underline-offset-4">
          {text}
        </mark>
        {after}
      </QuotedText>
      <p className="small">
        <State passage={passage} reader={reader} />
      </p>
      {state === "hidden" && (
        <Form method="post" preventScrollReset className="mt-2">
          <input type="hidden" name="passageId" value={id} />
          <Button variant="outline" small name="action" value="ask-passage" busy={busy}>
            Ask Support to show it
            <span className="vh">{`: ${text}`}</span>
          </Button>
        </Form>
      )}
    </li>
  );
};

/** What of the reader's own texts the other side does not read, and the way to have it shown. */
export const HiddenPassages = ({ passages, reader, open }: Props) => {
  if (passages.length === 0) return null;
  const hidden = passages.filter(({ state }) => state !== "shown").length;
  return (
    <Fold
      id="hidden"
      title={`What ${reader} does not read`}
      aside={hidden === 0 ? "Support shows all of it" : counted(hidden, "passage")}
      open={open}
    >
      <p className="prose mb-4">
        {`Ways to reach each other outside this site are hidden from ${reader}. If a passage is part of the work, ask Support to show it.`}
      </p>
      <ul className="stack [--gap:24px]">
        {passages.map((passage) => (
          <Passage key={passage.id} passage={passage} reader={reader} />
        ))}
      </ul>
    </Fold>
  );
};
