import { data } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { decidePassage, decideRequest, passageQueue, screenedQueue } from "#src/modules/orders/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { changedTopic } from "#src/platform/live/topics.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { type Found, judge, refusalOf } from "#src/shared/honest-use/judge.ts";
import { askLabels, blockerLabels, conceptLabels, ruleLabel } from "#src/shared/honest-use/labels.ts";
import { type DishonestAsk, guardVersion, type Rule, rules } from "#src/shared/honest-use/rules.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { News, useLiveList } from "#src/ui/live/live-list.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { QuotedText } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { useFlash, useSent } from "#src/ui/use-sent.ts";
import type { Route } from "./+types/honest-use.ts";
import { shownPassages, shownQueue } from "./honest-use-queue.server.ts";
import { DecidedLast, Queue } from "./honest-use-queue.tsx";
import { PassageQueue } from "./passage-queue.tsx";

const longest = 10_000;

type Tried = { text: string; error?: string; found?: Found | null; refusal?: string | null };

const doneMessages: Readonly<Record<string, string>> = {
  ordered: "Accepted. It is an order now, and the client is asked to pay or waits for your price.",
  later: "Accepted. The deadline is too near now, so the client is asked for a later one.",
  refused: "Refused. The client has your answer by e-mail.",
  show: "The other side of the order reads the passage now.",
  keep: "The passage stays hidden, and its writer has a notice.",
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "orders");
  const [queue, passages, clock] = await Promise.all([
    screenedQueue(ctx, {}),
    passageQueue(ctx, {}),
    readerClock(ctx, person),
  ]);
  const shown = {
    queue: shownQueue(orPage(queue, request), clock.zone, clock.now),
    passages: shownPassages(orPage(passages, request), clock.zone),
  };
  const live = { me: person.id, topics: ["request", "passage"].map(changedTopic) };
  return {
    ...{ ...shown, ...live, now: clock.now },
    rows: [...orPage(queue, request).waiting, ...orPage(passages, request).waiting].map(({ id }) => ({ id })),
    done: doneMessages[flashOf(request)] ?? null,
  };
}

/** Decides about a request or a passage, or judges a text as every form does: nothing of it is stored, and it stands in no address. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "orders");
  const { text = "", requestId, verdict = "", answer = "", passageId, passage = "" } = await textsOf(request);
  if (passageId !== undefined) {
    const decided = await decidePassage(ctx, { passageId, verdict: passage });
    if (!decided.ok) return refusedForm(decided, {}, { passageId });
    return redirectWithFlash("/admin/honest-use#passages", passage);
  }
  if (requestId !== undefined) {
    const decided = await decideRequest(ctx, { requestId, verdict, answer });
    if (!decided.ok) return refusedForm(decided, { answer }, { requestId });
    const { placed } = decided.value;
    return redirectWithFlash("/admin/honest-use", verdict === "refuse" ? "refused" : placed ? "ordered" : "later");
  }
  const tried = (more: Omit<Tried, "text">, status = 200) => data<Tried>({ text, ...more }, { status });
  if (text.trim() === "") return tried({ error: "Write a sentence to try." }, 422);
  if (text.length > longest) return tried({ error: "Use at most 10,000 characters." }, 422);
  const found = judge(text);
  return tried({ found, refusal: refusalOf(text, found) });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Honest use", matches);

const shownBefore = 200;

/** The text with the sentence that was found; of a long text what stands near it. */
const Marked = ({ text, from, length }: { text: string; from: number; length: number }) => {
  const [start, end] = [Math.max(0, from - shownBefore), Math.min(text.length, from + length + shownBefore)];
  return (
    <QuotedText className="my-3">
      {`${start > 0 ? "…" : ""}${text.slice(start, from)}`}
      <mark className="bg-transparent font-semibold text-inherit underline decoration-warn decoration-2 underline-offset-4">
        {text.slice(from, from + length)}
      </mark>
      {`${text.slice(from + length, end)}${end < text.length ? "…" : ""}`}
    </QuotedText>
  );
};

const Verdict = ({ verdict }: Pick<Rule, "verdict">) =>
  verdict === "refuse" ? (
    <Status shape="alert">Refuses</Status>
  ) : (
    <Status shape="dashed">Not sure, a person reads it</Status>
  );

const Result = ({ text, found, refusal }: Tried) =>
  found ? (
    <>
      <Verdict verdict={found.verdict} />
      <Marked text={text} {...found} />
      <p className="small">
        <b>{`Rule “${ruleLabel(found.rule)}”`}</b>
        {`, ${askLabels[found.ask]}, version ${guardVersion}.`}
      </p>
      {refusal && (
        <>
          <h3 className="mt-3 font-semibold small">The client reads</h3>
          <p className="small wrap-anywhere">{refusal}</p>
        </>
      )}
    </>
  ) : (
    <Status shape="check">No rule applies. This request can be ordered.</Status>
  );

const Try = ({ tried }: { tried: Tried | undefined }) => {
  const busy = useSent() !== undefined;
  return (
    <Panel title="Try a sentence" pad>
      <Form method="post" preventScrollReset>
        <Field name="text" label="What a client writes" hint="Nothing is stored." error={tried?.error}>
          <Textarea defaultValue={tried?.text} key={tried?.text} required />
        </Field>
        <Button variant="outline" busy={busy} className="mt-3">
          Try it
        </Button>
      </Form>
      <div aria-live="polite" className="mt-4">
        {tried && tried.found !== undefined && <Result {...tried} />}
      </div>
    </Panel>
  );
};

const columns = [
  { key: "rule", label: "Rule" },
  { key: "words", label: "Words that are together in one sentence" },
  { key: "does", label: "What it does" },
];

const RulesOf = ({ ask }: { ask: DishonestAsk }) => (
  <Panel title={askLabels[ask]}>
    <Table caption={`Rules: ${askLabels[ask]}`} columns={columns} boxed tight cards>
      {rules
        .filter((rule) => rule.ask === ask)
        .map(({ name, needs, unless, verdict }) => (
          <tr key={name} data-row="">
            <td className="font-semibold">{ruleLabel(name)}</td>
            <td>
              {needs.map((need) => conceptLabels[need]).join(" + ")}
              <span className="small block muted">
                {`unless it is about: ${unless.map((one) => blockerLabels[one]).join(", ")}`}
              </span>
            </td>
            <td>
              <Verdict verdict={verdict} />
            </td>
          </tr>
        ))}
    </Table>
  </Panel>
);

/** The requests that wait for a person, the rules by which they are judged, and a place to try a sentence. */
export default function HonestUse({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, changes, show } = useLiveList(loaderData);
  const { queue, passages } = shown;
  const answered = actionData && "requestId" in actionData ? actionData : undefined;
  const tried = actionData && "text" in actionData ? actionData : undefined;
  const refusedPassage = actionData && "passageId" in actionData ? actionData : undefined;
  const message = useFlash(loaderData.done);
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">Honest use</h1>
          <p className="soft">
            Rules check what clients ask for, in ten languages. A clear case is refused, with an offer of what we can do
            instead. An unclear case waits here for a person.
          </p>
        </div>
        <News changes={changes} show={show} />
        <p className="small muted">{`Rules, version ${guardVersion}`}</p>
      </div>
      {message && (
        <Notice tone="ok" live className="mb-6">
          {message}
        </Notice>
      )}
      <div className="grid items-start gap-6 min-[1180px]:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="panels min-w-0" id="list" tabIndex={-1}>
          <Queue queue={queue} answered={answered} />
          <PassageQueue queue={passages} refused={refusedPassage} />
        </div>
        <div className="panels min-w-0 min-[1180px]:col-start-2 min-[1180px]:row-span-2 min-[1180px]:row-start-1">
          <Try tried={tried} />
          <DecidedLast rows={queue.decided} />
        </div>
        <div className="panels min-w-0">
          {(Object.keys(askLabels) as DishonestAsk[]).map((ask) => (
            <RulesOf key={ask} ask={ask} />
          ))}
        </div>
      </div>
    </>
  );
}
