import { data } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { type Found, judge } from "#src/shared/honest-use/judge.ts";
import { askLabels, blockerLabels, conceptLabels } from "#src/shared/honest-use/labels.ts";
import { refusalOf } from "#src/shared/honest-use/refusal.ts";
import { type DishonestAsk, guardVersion, type Rule, rules } from "#src/shared/honest-use/rules.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { Status } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { Route } from "./+types/honest-use.ts";

const longest = 10_000;

type Tried = { text: string; error?: string; found?: Found | null; refusal?: string | null };

export function loader({ context, request }: Route.LoaderArgs) {
  requireAdmin(context.get(requestContext), request, "orders");
  return null;
}

/** Judges a text as every form does. Nothing of it is stored, and it stands in no address. */
export async function action({ context, request }: Route.ActionArgs) {
  requireAdmin(context.get(requestContext), request, "orders");
  const { text = "" } = await textsOf(request);
  const tried = (answer: Omit<Tried, "text">, status = 200) => data<Tried>({ text, ...answer }, { status });
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
    <blockquote className="my-3 border-l-2 border-line-strong pl-3 font-serif whitespace-pre-wrap wrap-anywhere">
      {`${start > 0 ? "…" : ""}${text.slice(start, from)}`}
      <mark className="bg-transparent font-semibold text-inherit underline decoration-warn decoration-2 underline-offset-4">
        {text.slice(from, from + length)}
      </mark>
      {`${text.slice(from + length, end)}${end < text.length ? "…" : ""}`}
    </blockquote>
  );
};

const spaced = (name: string): string => name.replaceAll("-", " ");

const Verdict = ({ verdict }: Pick<Rule, "verdict">) =>
  verdict === "refuse" ? (
    <Status shape="alert">Refuses</Status>
  ) : (
    <Status shape="dashed">Not sure, lets it pass</Status>
  );

const Result = ({ text, found, refusal }: Tried) =>
  found ? (
    <>
      <Verdict verdict={found.verdict} />
      <Marked text={text} {...found} />
      <p className="small">
        <b>{`Rule “${spaced(found.rule)}”`}</b>
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
    <Status shape="check">No rule speaks. This request passes.</Status>
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
  { key: "words", label: "Words that meet in one sentence" },
  { key: "does", label: "What it does" },
];

const RulesOf = ({ ask }: { ask: DishonestAsk }) => (
  <Panel title={askLabels[ask]}>
    <Table caption={`Rules: ${askLabels[ask]}`} columns={columns} boxed tight cards>
      {rules
        .filter((rule) => rule.ask === ask)
        .map(({ name, needs, unless, verdict }) => (
          <tr key={name} data-row="">
            <td className="font-semibold">{spaced(name)}</td>
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

/** The rules by which requests are judged, and a place to try a sentence. */
export default function HonestUse({ actionData }: Route.ComponentProps) {
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">Honest use</h1>
          <p className="soft">
            Rules read what clients ask for, in ten languages. What is certain is refused, with what we can do instead.
          </p>
        </div>
        <p className="small muted">{`Rules, version ${guardVersion}`}</p>
      </div>
      <div className="grid items-start gap-6 min-[1180px]:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-[1180px]:order-last">
          <Try tried={actionData} />
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
