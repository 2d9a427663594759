import { useState } from "react";
import { Link, redirect } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { mostQuestions, readerClock, siteSetting } from "#src/modules/operator/index.server.ts";
import { faqPages } from "#src/modules/operator/index.ts";
import { flashOf } from "#src/platform/flash.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { ExternalLink, Plus } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { useKeptDraft } from "#src/ui/use-kept-draft.ts";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/admin-pages.css";
import "#src/ui/styles/pages/drafts.css";
import { faqRows } from "../../pages/faq-rows.ts";
import { pageEditor } from "../../pages/page-editor.ts";
import type { Route } from "./+types/faq.ts";
import { DraftBar, DraftLine, Versions } from "./draft-bar.tsx";
import { answerPage, type DeletedRow, deletedRow, faqIn, openRow } from "./draft-forms.server.ts";
import { DraftAnswer, useDraftAnswer } from "./draft-notices.tsx";
import { FaqPanel } from "./faq-panel.tsx";
import { ComparedVersion, messagesByField, PageNotices, WhenPanel, wrongIn } from "./page-parts.tsx";
import { SearchPanel } from "./page-text.tsx";

const here = "/admin/site/faq";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const { searchParams } = pageUrl(request);
  const compare = searchParams.get("compare")?.slice(0, 8);
  const row = searchParams.get("row");
  const { faq, ...editor } = orPage(await pageEditor(ctx, { page: "faq", compare }), request);
  if (!faq) throw redirect("/admin/site/pages/faq");
  /** The row that was changed last. */
  const opened = row && /^\d{1,3}$/.test(row) ? Number(row) : null;
  const { now, zone } = await readerClock(ctx, person);
  const { timeZone } = await ctx.runtime.settings.get(siteSetting);
  const most = mostQuestions.home;
  return { zone, shop: { now, zone: timeZone }, editor, faq, most, opened, did: flashOf(request) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const sent = textsIn(await request.formData());
  const { step = "save" } = sent;
  const faq = { made: faqIn(sent, step), opened: openRow(sent, step), deleted: deletedRow(sent, step) };
  return answerPage(ctx, sent, { page: "faq", here, ...faq });
}

/** Also after a refusal: what was typed is saved by then, in a new revision of the draft. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Questions", matches);

type Loaded = Route.ComponentProps["loaderData"];

/** What Home shows of the draft. */
const OnHome = ({ faq, most }: Pick<Loaded, "faq" | "most">) => {
  const marked = faq.rows.filter(({ on }) => on.includes("home"));
  return (
    <Panel title="On Home" aside={<span className="small muted">{`first ${most}`}</span>}>
      {marked.length === 0 ? (
        <p className="panel-pad small soft border-t border-rule pt-4">
          No question is chosen for Home, so it shows <Link to="/#faqh">those of the product</Link>.
        </p>
      ) : (
        <ul>
          {marked.slice(0, most).map(({ ask }) => (
            <li
              key={ask}
              className="border-t border-rule px-5 py-3 text-(length:--text-sm) font-semibold wrap-anywhere"
            >
              {ask || "New question"}
            </li>
          ))}
        </ul>
      )}
      {marked.length > most && (
        <p className="panel-pad small soft border-t border-rule pt-4">{`${marked.length - most} more are chosen and not shown there.`}</p>
      )}
    </Panel>
  );
};

/** What was deleted, as fields that put it back. */
const Deleted = ({ deleted: { row, at } }: { deleted: DeletedRow }) => (
  <Notice
    tone="plain"
    live
    title={`“${row.ask || "New question"}” is deleted from your draft.`}
    className="mb-4"
    actions={
      <Button name="step" value={`row:put:${at}`} variant="outline" small>
        Undo<span className="vh">{` the deletion of “${row.ask || "New question"}”`}</span>
      </Button>
    }
  >
    <input type="hidden" name="ask.back" value={row.ask} />
    <input type="hidden" name="answer.back" value={row.answer} />
    <input type="hidden" name="group.back" value={row.group} />
    {faqPages.map(
      (place) => row.on.includes(place) && <input key={place} type="hidden" name={`${place}.back`} value="on" />,
    )}
  </Notice>
);

type EditorProps = Pick<Loaded, "editor" | "faq" | "most" | "opened" | "shop"> & {
  answer: Route.ComponentProps["actionData"];
};

/** Its fields begin anew with every page, not with every save of the draft while somebody types. */
const Editor = ({ editor, faq, most, opened, shop, answer }: EditorProps) => {
  const kept = useKeptDraft<typeof action>();
  const busy = useSent() !== undefined;
  const refused = answer && "errors" in answer ? answer : { errors: {}, values: {} as Record<string, string> };
  const deleted = answer && "deleted" in answer ? answer.deleted : null;
  const [later, setLater] = useState(refused.values.when === "later");
  const begun = { ...editor.draft, ...refused.values };
  const changes = editor.changes.flatMap((label) => (label === "text" ? faq.changes : [label]));
  return (
    <Form id="faq" method="post" action={here} onInput={kept.onInput} onSubmit={kept.onSubmit} preventScrollReset>
      <input type="hidden" name="seen" value={editor.revision} />
      <button type="submit" name="step" value="save" className="vh" tabIndex={-1} aria-hidden="true">
        Save draft
      </button>
      {deleted && <Deleted deleted={deleted} />}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <FaqPanel {...editor} faq={faqRows(begun.text) ?? faq} open={opened} />
        <div className="panels max-xl:grid-cols-1 max-xl:items-start md:max-xl:grid-cols-2">
          <OnHome faq={faq} most={most} />
          <Panel title="Moving a question" pad>
            <p className="small soft">
              Drag the handle, or focus it and press Space. Arrow keys move it, Space drops it, Esc puts it back. Each
              move is read out with its position.
            </p>
          </Panel>
          <SearchPanel begun={begun} errors={{ ...messagesByField(editor.errors), ...refused.errors }} />
          {!editor.planned && (
            <WhenPanel clock={shop} clients={editor.clients} later={later} onLater={setLater} {...refused} />
          )}
        </div>
      </div>
      <DraftBar {...{ editor, later, busy }} typed={changes} wrong={wrongIn(editor.errors)} saving={kept.saving} />
    </Form>
  );
};

/** The questions of the shop: a draft in rows, and what was published before. */
export default function FaqScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { editor, faq, most, zone, shop } = loaderData;
  const { did, turn, message } = useDraftAnswer(loaderData, actionData);
  // The answer of a deletion comes before the page's data is read again: the rows begin anew with that data.
  const isRead = actionData && "deleted" in actionData ? editor.revision >= actionData.saved : true;
  const onHome = Math.min(most, faq.rows.filter(({ on }) => on.includes("home")).length);
  return (
    <>
      <Crumbs
        steps={[
          { to: "/admin/site", label: "Site" },
          { to: "/admin/site/pages", label: "Pages" },
          { label: "Questions" },
        ]}
      />
      <div className="work-head">
        <div>
          <h1 className="d3">Questions</h1>
          <DraftLine
            editor={editor}
            zone={zone}
            address={editor.address}
            facts={`${counted(faq.rows.length, "question")}${onHome > 0 ? `, ${onHome} on Home` : ""}`}
          />
        </div>
        <div className="acts">
          <LinkButton to={editor.address} variant="quiet" small icon={ExternalLink} reloadDocument>
            See the public page
          </LinkButton>
          <Button form="faq" name="step" value="row:add" variant="outline" small icon={Plus}>
            New question
          </Button>
        </div>
      </div>
      <DraftAnswer did={did} refused={message} {...(editor.canUndo && { undo: editor.version })} />
      <PageNotices {...{ editor, zone, shop }} />
      <Editor key={`${turn} ${isRead}`} {...loaderData} answer={actionData} />
      <div className="mt-6">
        <Versions
          editor={editor}
          zone={zone}
          shipped="The original text of the product"
          compare={(version) => `${here}?compare=${version}#compared`}
        />
      </div>
      <ComparedVersion editor={editor} />
    </>
  );
}
