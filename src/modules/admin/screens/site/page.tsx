import { useState } from "react";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock, siteSetting } from "#src/modules/operator/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import type { FieldError, RefusedForm } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { ExternalLink } from "#src/ui/icons.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { StepUp } from "#src/ui/step-up.tsx";
import { useKeptDraft } from "#src/ui/use-kept-draft.ts";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/admin-pages.css";
import "#src/ui/styles/pages/drafts.css";
import "#src/ui/styles/pages/unsaved.css";
import { changePageDraft } from "../../pages/change-page-draft.ts";
import { faqRows } from "../../pages/faq-rows.ts";
import { deletePage, showPage } from "../../pages/own-page-steps.ts";
import { pageEditor } from "../../pages/page-editor.ts";
import { planPage, stopPlan } from "../../pages/plan-page.ts";
import { publishPage } from "../../pages/publish-page.ts";
import type { Route } from "./+types/page.ts";
import { answerDraft } from "./answer-draft.server.ts";
import { Comparison } from "./comparison.tsx";
import { DraftBar, DraftLine, Versions } from "./draft-bar.tsx";
import { DraftAnswer, NewerVersion, OtherDrafts, useDraftAnswer } from "./draft-notices.tsx";
import { faqIn, openRow } from "./faq-form.server.ts";
import { FaqPanel } from "./faq-panel.tsx";
import { OwnPageFields, OwnPageSteps } from "./own-page-panel.tsx";
import { PagePreview } from "./page-preview.tsx";
import { RightPanel, SearchPanel, TextPanel } from "./page-text.tsx";
import { PlannedVersion, WhenPanel } from "./plan-panel.tsx";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const { searchParams } = pageUrl(request);
  const compare = searchParams.get("compare")?.slice(0, 8);
  const row = searchParams.get("row");
  const editor = orPage(await pageEditor(ctx, { page: params.page, compare }), request);
  /** The row of the questions page that was changed last. */
  const opened = row && /^\d{1,3}$/.test(row) ? Number(row) : null;
  const { now, zone } = await readerClock(ctx, person);
  const { timeZone } = await ctx.runtime.settings.get(siteSetting);
  return { zone, shop: { now, zone: timeZone }, editor, opened, did: flashOf(request) };
}

export async function action({ context, request, params: { page } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const here = `/admin/site/pages/${encodeURIComponent(page)}`;
  const sent = textsIn(await request.formData());
  const { step = "save", seen = "", auto, text, title, description, label, slug, place } = sent;
  const { when = "now", date = "", time = "", zone = "" } = sent;
  const typed = { text: faqIn(sent, step) ?? text, title, description, label, slug, place };
  if (step === "delete") {
    const deleted = await deletePage(ctx, { page });
    return deleted.ok ? redirectWithFlash("/admin/site/pages", "deleted") : refusedForm(deleted);
  }
  if (step === "show" || step === "hide") {
    const turned = await showPage(ctx, { page, shown: step === "show" });
    return turned.ok ? redirectWithFlash(here, step) : refusedForm(turned);
  }
  if (step === "stop" || step === "drop") {
    const stopped = await stopPlan(ctx, { page, drop: step === "drop" });
    return stopped.ok ? redirectWithFlash(here, step) : refusedForm(stopped);
  }
  const right = sent.asksRight === "on" ? { mayShow: sent.mayShow === "on" } : {};
  const kept = { ...typed, ...right };
  const change = () => changePageDraft(ctx, { page, step: isSave(step) ? "save" : step, seen, typed: kept });
  const asked = { here: here + openRow(sent, step), step, auto, change };
  const answered = { ...asked, typed: { ...typed, when, date, time } };
  if (when === "later")
    return answerDraft({
      ...{ ...answered, did: "planned" },
      publish: (revision) => planPage(ctx, { page, seen: String(revision), date, time, zone }),
    });
  return answerDraft({
    ...answered,
    publish: (revision) => publishPage(ctx, { page, seen: String(revision), date, time }),
  });
}

/** What is typed is kept before it is published, and with every step of a row. */
const isSave = (step: string): boolean => step === "publish" || step.startsWith("row:");

/** Also after a refusal: what was typed is saved by then, in a new revision of the draft. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  tabTitle(loaderData?.editor.label ?? "Page", matches);

const fieldNames: Readonly<Record<string, string>> = { label: "name", slug: "address", mayShow: "right to show" };

/** "line 13", or the field. */
const whereOf = ({ path, message }: FieldError): string =>
  (/^(?:Line|Question) \d+/.exec(message)?.[0] ?? `the ${fieldNames[path] ?? path}`).toLowerCase();

const wrongIn = (errors: readonly FieldError[]): string | null =>
  errors[0] ? `${counted(errors.length, "warning")} must be corrected: ${whereOf(errors[0])}.` : null;

/** What is wrong with fields of one value; lines of the text are named in its warnings. */
const besideFields = (errors: readonly FieldError[]): Record<string, string> =>
  Object.fromEntries(errors.flatMap(({ path, message }) => (path === "text" ? [] : [[path, message]])));

const comparedTitle = (version: number | null, drafted: boolean): string =>
  `${drafted ? "Your draft" : "The public text"} against ${version ? `version ${version}` : "the original text"}`;

type Answer = Route.ComponentProps["actionData"];

/** The text of a page: a draft beside its preview, and what was published before. */
export default function PageScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { editor, zone, shop } = loaderData;
  const { did, turn, refused, message } = useDraftAnswer(loaderData, actionData);
  return (
    <>
      <Crumbs
        steps={[
          { to: "/admin/site", label: "Site" },
          { to: "/admin/site/pages", label: "Pages" },
          { label: editor.label },
        ]}
      />
      <div className="work-head">
        <div>
          <h1 className="d3">{editor.label}</h1>
          <DraftLine editor={editor} zone={zone} address={editor.address} />
        </div>
        <div className="acts">
          {editor.own?.shown !== false && (
            <LinkButton to={editor.address} variant="outline" small icon={ExternalLink} reloadDocument>
              See the public page
            </LinkButton>
          )}
        </div>
      </div>
      {refused?.stepUp ? <StepUp className="mb-4" /> : <DraftAnswer did={did} refused={message} />}
      <NewerVersion editor={editor} published="this page" kept="text" zone={zone}>
        <details className="their-changes">
          <summary>What they changed</summary>
          <Comparison changes={editor.theirs} />
        </details>
      </NewerVersion>
      {editor.planned && <PlannedVersion plan={editor.planned} clock={shop} drafted={editor.changes.length > 0} />}
      <OtherDrafts others={editor.others} zone={zone} />
      <Editor key={`${editor.name} ${turn}`} {...loaderData} answer={actionData} />
      <Versions
        editor={editor}
        zone={zone}
        {...(!editor.own && { shipped: "The original text of the product" })}
        compare={(version) => `/admin/site/pages/${editor.name}?compare=${version}#compared`}
      />
      <OwnPageSteps editor={editor} />
      {editor.compared && (
        <div className="mt-6">
          <Panel id="compared" title={comparedTitle(editor.compared.against, editor.changes.length > 0)} pad>
            <Comparison changes={editor.compared.changes} />
          </Panel>
        </div>
      )}
    </>
  );
}

/** What was typed of a page's own facts; a draft that was refused keeps its place. */
const ownIn = ({ label, slug }: Record<string, string>) => ({
  ...(label !== undefined && { label }),
  ...(slug !== undefined && { slug }),
});

type EditorProps = Pick<Route.ComponentProps["loaderData"], "editor" | "opened" | "shop"> & { answer: Answer };

type Refused = Pick<RefusedForm, "errors" | "values">;

/** Its fields begin anew with every page, not with every save of the draft while somebody types. */
const Editor = ({ editor, opened, shop, answer }: EditorProps) => {
  const kept = useKeptDraft<typeof action>();
  const busy = useSent() !== undefined;
  const refused: Refused = answer && "errors" in answer ? answer : { errors: {}, values: {} };
  const [later, setLater] = useState(refused.values.when === "later");
  const begun = { ...editor.draft, ...refused.values };
  const { own } = editor.draft;
  const faq = editor.faq && (faqRows(begun.text) ?? editor.faq);
  const errors = { ...besideFields(editor.errors), ...refused.errors };
  return (
    <Form method="post" onInput={kept.onInput} onSubmit={kept.onSubmit} className="page-editor" preventScrollReset>
      <input type="hidden" name="seen" value={editor.revision} />
      <button type="submit" name="step" value="save" className="vh" tabIndex={-1} aria-hidden="true">
        Save draft
      </button>
      {faq ? (
        <FaqPanel {...editor} faq={faq} open={opened} />
      ) : (
        <TextPanel editor={editor} begun={begun.text} error={refused.errors.text} />
      )}
      <PagePreview page={editor.preview} address={own ? `/pages/${own.slug}` : editor.address} />
      <div className="grid gap-6">
        {own && <OwnPageFields begun={{ ...own, ...ownIn(refused.values) }} errors={errors} />}
        {editor.draft.mayShow !== undefined && <RightPanel mayShow={editor.draft.mayShow} error={errors.mayShow} />}
        <SearchPanel begun={begun} errors={errors} />
        {!editor.planned && <WhenPanel clock={shop} later={later} onLater={setLater} {...refused} />}
      </div>
      <DraftBar {...{ editor, later, busy }} wrong={wrongIn(editor.errors)} saving={kept.saving} />
    </Form>
  );
};
