import { counted } from "#src/shared/counted.ts";
import "#src/ui/styles/pages/checker.css";
import { Link } from "react-router";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts, readingZone } from "#src/modules/operator/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatFullMoment } from "#src/shared/zone.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs, PageHead } from "#src/ui/reading.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { bandTexts } from "../domain/texts.ts";
import { eraseChecks, keptList } from "../index.server.ts";
import type { Route } from "./+types/kept.ts";

export const handle = { footer: true };
const here = "/aichecker/kept";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const kept = orPage(await keptList(ctx, {}), request);
  const zone = await readingZone(ctx);
  return {
    facts: await pageFacts(context, here),
    kept: kept.map(({ at, ...one }) => ({ ...one, iso: at.toISOString(), at: formatFullMoment(at, zone) })),
    flash: flashOf(request),
  };
}

/** Erases one answer, or all. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { intent, id = "" } = await textsOf(request);
  const isAll = intent === "erase-all";
  const erased = await eraseChecks(ctx, isAll ? { all: true } : { id });
  return erased.ok ? redirectWithFlash(here, isAll ? "all-erased" : "erased") : refusedForm(erased);
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.facts, "Kept answers", "Answers of the AI checker that you asked to keep.");

const sayings: Readonly<Record<string, string>> = {
  erased: "The answer and its text are deleted.",
  "all-erased": "All kept answers and their texts are erased.",
};

const Line = ({ line }: { line: Route.ComponentProps["loaderData"]["kept"][number] }) => (
  <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-rule py-4">
    <div className="min-w-0 flex-[1_1_16rem]">
      <Link to={`${here}/${line.id}`} className="strong">
        {bandTexts[line.band].title}
      </Link>
      <p className="wrap-anywhere">{line.begins}</p>
      <p className="small muted">
        {`${counted(line.words, "word")}, checked `}
        <time dateTime={line.iso}>{line.at}</time>
      </p>
    </div>
    <Form method="post">
      <input type="hidden" name="id" value={line.id} />
      <Button name="intent" value="erase" small variant="outline">
        Erase <span className="vh">{`the answer of ${line.at}`}</span>
      </Button>
    </Form>
  </li>
);

export default function Kept({ loaderData: { kept, flash: message }, actionData }: Route.ComponentProps) {
  const done = useFlash(sayings[message]);
  const refused = actionData?.message ?? Object.values(actionData?.errors ?? {})[0];
  return (
    <main id="main" className="wrap page">
      <Crumbs steps={[{ to: "/aichecker", label: "AI checker" }, { label: "Kept answers" }]} />
      <PageHead
        title="Kept answers"
        lede="Only what you asked to keep is here, encrypted, until you erase it or your account is deleted."
      />
      {refused && (
        <Notice tone="bad" title="Nothing was changed.">
          <p>{refused}</p>
        </Notice>
      )}
      {done && <Notice tone="ok" title={done} />}
      {kept.length === 0 ? (
        <Empty title="No kept answers yet" art actions={<LinkButton to="/aichecker">Check a text</LinkButton>}>
          Below each answer of the checker you can ask to keep it.
        </Empty>
      ) : (
        <>
          <ul className="border-t border-rule-strong">
            {kept.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
          <details className="mt-8">
            <summary className="small fold-link">Erase all</summary>
            <Form method="post" className="mt-3">
              <p className="soft mb-3">The answers and their texts cannot be brought back.</p>
              <Button name="intent" value="erase-all" variant="danger">
                {kept.length === 1 ? "Erase the kept answer" : `Erase all ${kept.length} answers`}
              </Button>
            </Form>
          </details>
        </>
      )}
    </main>
  );
}
