import { useState } from "react";
import { redirect } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { blockNodes, inlineNodes, tabTitle } from "#src/modules/operator/index.screens.ts";
import { type PageText, readerClock, siteSetting } from "#src/modules/operator/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { StepUp } from "#src/ui/ask-once-more.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { ExternalLink } from "#src/ui/icons.tsx";
import { Crumbs, Prose } from "#src/ui/reading.tsx";
import { useKeptDraft } from "#src/ui/use-kept-draft.ts";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/admin-pages.css";
import "#src/ui/styles/pages/drafts.css";
import { pageEditor } from "../../pages/page-editor.ts";
import type { Route } from "./+types/page.ts";
import { DraftBar, DraftLine, Versions } from "./draft-bar.tsx";
import { answerPage } from "./draft-forms.server.ts";
import { DraftAnswer, useDraftAnswer } from "./draft-notices.tsx";
import { OwnPageFields, OwnPageSteps } from "./own-page-panel.tsx";
import { ComparedVersion, messagesByField, PageNotices, WhenPanel, wrongIn } from "./page-parts.tsx";
import { RightPanel, SearchPanel, TextPanel } from "./page-text.tsx";

/** The draft as visitors would read it: a picture, nothing in it can be reached. */
const PagePreview = ({ page, address }: { page: PageText; address: string }) => (
  <Panel title="Preview" aside={<span className="small muted">of the draft</span>}>
    <div className="border-t border-rule bg-ground px-6 pt-5 pb-7 wrap-anywhere" inert>
      <p className="mb-5 border-b border-rule pb-3 text-(length:--text-sm) text-ink-3" translate="no">
        {address}
      </p>
      <p className="d3">{page.title}</p>
      {page.lede && <p className="lede">{inlineNodes(page.lede)}</p>}
      <Prose className="mt-6">{blockNodes(page.blocks, {})}</Prose>
    </div>
    <p className="small muted border-t border-rule px-5 py-3">
      Words with a dotted line come from settings. They change when the setting changes.
    </p>
  </Panel>
);

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const { search, searchParams } = pageUrl(request);
  const compare = searchParams.get("compare")?.slice(0, 8);
  const editor = orPage(await pageEditor(ctx, { page: params.page, compare }), request);
  if (editor.faq) throw redirect(`/admin/site/faq${search}`);
  const { now, zone } = await readerClock(ctx, person);
  const { timeZone } = await ctx.runtime.settings.get(siteSetting);
  return { zone, shop: { now, zone: timeZone }, editor, did: flashOf(request) };
}

export async function action({ context, request, params: { page } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const sent = textsIn(await request.formData());
  return answerPage(ctx, sent, { page, here: `/admin/site/pages/${encodeURIComponent(page)}` });
}

/** Also after a refusal: what was typed is saved by then, in a new revision of the draft. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  tabTitle(loaderData?.editor.label ?? "Page", matches);

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
          {editor.accepted && (
            <LinkButton to={`/admin/site/pages/${editor.name}/versions`} variant="outline" small>
              Compare and publish
            </LinkButton>
          )}
          {editor.own?.shown !== false && (
            <LinkButton to={editor.address} variant="outline" small icon={ExternalLink} reloadDocument>
              See the public page
            </LinkButton>
          )}
        </div>
      </div>
      {refused?.stepUp ? (
        <StepUp className="mb-4" />
      ) : (
        <DraftAnswer did={did} refused={message} {...(editor.canUndo && { undo: editor.version })} />
      )}
      <PageNotices {...{ editor, zone, shop }} />
      <Editor key={`${editor.name} ${turn}`} {...loaderData} answer={actionData} />
      <Versions
        editor={editor}
        zone={zone}
        {...(!editor.own && { shipped: "The original text of the product" })}
        compare={(version) => `/admin/site/pages/${editor.name}?compare=${version}#compared`}
      />
      <OwnPageSteps editor={editor} />
      <ComparedVersion editor={editor} />
    </>
  );
}

/** What was typed of a page's own facts; a draft that was refused keeps its place. */
const ownIn = ({ label, slug }: Record<string, string>) => ({
  ...(label !== undefined && { label }),
  ...(slug !== undefined && { slug }),
});

type EditorProps = Pick<Route.ComponentProps["loaderData"], "editor" | "shop"> & { answer: Answer };

type Refused = Pick<RefusedForm, "errors" | "values">;

/** Its fields begin anew with every page, not with every save of the draft while somebody types. */
const Editor = ({ editor, shop, answer }: EditorProps) => {
  const kept = useKeptDraft<typeof action>();
  const busy = useSent() !== undefined;
  const refused: Refused = answer && "errors" in answer ? answer : { errors: {}, values: {} };
  const [later, setLater] = useState(refused.values.when === "later");
  const begun = { ...editor.draft, ...refused.values };
  const { own } = editor.draft;
  const errors = { ...messagesByField(editor.errors), ...refused.errors };
  return (
    <Form
      method="post"
      onInput={kept.onInput}
      onSubmit={kept.onSubmit}
      className="mb-6 grid grid-cols-1 grid-rows-[auto_1fr] items-start gap-6 lg:grid-cols-2 lg:[&>section+section]:row-span-2"
      preventScrollReset
    >
      <input type="hidden" name="seen" value={editor.revision} />
      <button type="submit" name="step" value="save" className="vh" tabIndex={-1} aria-hidden="true">
        Save draft
      </button>
      <TextPanel editor={editor} begun={begun.text} error={errors.text} />
      <PagePreview page={editor.preview} address={own ? `/pages/${own.slug}` : editor.address} />
      <div className="grid gap-6">
        {own && <OwnPageFields begun={{ ...own, ...ownIn(refused.values) }} errors={errors} />}
        {editor.draft.mayShow !== undefined && <RightPanel mayShow={editor.draft.mayShow} error={errors.mayShow} />}
        <SearchPanel begun={begun} errors={errors} />
        {!editor.planned && (
          <WhenPanel clock={shop} clients={editor.clients} later={later} onLater={setLater} {...refused} />
        )}
      </div>
      <DraftBar {...{ editor, later, busy }} wrong={wrongIn(editor.errors)} saving={kept.saving} />
    </Form>
  );
};
