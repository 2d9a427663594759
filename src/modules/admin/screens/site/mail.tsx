import { useRef } from "react";
import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { MailBody } from "#src/modules/notifications/index.screens.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { ChevronLeft, Icon, Lock, Mail as MailIcon } from "#src/ui/icons.tsx";
import { BareSelect, Input } from "#src/ui/inputs.tsx";
import { useKeptDraft } from "#src/ui/use-kept-draft.ts";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/admin-pages.css";
import "#src/ui/styles/pages/admin-site.css";
import "#src/ui/styles/pages/drafts.css";
import { type MailEditor, mailEditor, mailList } from "../../mails/mails-editor.ts";
import type { Route } from "./+types/mail.ts";
import { Frame } from "./brand-preview.tsx";
import { DraftBar, State } from "./draft-bar.tsx";
import { answerMails } from "./draft-forms.server.ts";
import { DraftAnswer, NewerVersion, OtherDrafts, SiteHead, useDraftAnswer } from "./draft-notices.tsx";
import { MailsNav, mailsAddress, withFind } from "./mail-list.tsx";
import { Problems, showLine } from "./page-text.tsx";
import { MailHead } from "./preview-parts.tsx";
import { TextEditor } from "./text-editor.tsx";

type Props = { editor: MailEditor; find: string };

/** Whose facts the preview prints: chosen at once with scripts, by a button without. */
const OrderChoice = ({ editor, find }: Props) => (
  <Form method="get" className="flex gap-2" preventScrollReset>
    {find && <input type="hidden" name="search" value={find} />}
    <BareSelect
      name="order"
      aria-label="Facts of"
      defaultValue={editor.order ?? "example"}
      onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
    >
      {editor.orders.map((number) => (
        <option key={number} value={number}>
          {`Order ${number}`}
        </option>
      ))}
      <option value="example">Example</option>
    </BareSelect>
    <Button variant="outline" small className="no-script">
      Show
    </Button>
  </Form>
);

/** The draft as its reader would get it: a picture, nothing in it can be reached. */
const MailPreview = ({ editor, find }: Props) => {
  const { preview, orders, order } = editor;
  return (
    <aside className="top-6 lg:max-xl:col-start-2 xl:sticky" aria-labelledby="preview">
      <div className="mb-3 flex items-center justify-between gap-3 border-b border-rule-strong pb-1.5">
        <h2 className="t3" id="preview">
          Preview
        </h2>
        {orders.length > 0 ? (
          <OrderChoice editor={editor} find={find} />
        ) : (
          <span className="small muted max-md:hidden">Example</span>
        )}
      </div>
      <Frame theme="light" colour={preview.pen}>
        <MailHead
          lines={{ From: preview.from, To: preview.reader, Subject: <b>{preview.subject}</b> }}
          translate="no"
        />
        <div className="mailbody bg-sheet px-5 pt-3 pb-5 text-[1rem]/6" translate="no">
          <p className="flex items-center gap-2.5 font-serif text-[1.125rem]/6 font-medium normal-nums">
            {preview.shop}
          </p>
          <MailBody content={preview.content} />
        </div>
      </Frame>
      <p className="small muted mt-2">
        {order
          ? `Number, title and client are those of order ${order}; the rest is an example. It is shown here only, and nothing is sent.`
          : "Example: made-up facts. Nothing is sent."}
      </p>
    </aside>
  );
};

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const { searchParams } = pageUrl(request);
  const asked = (name: string) => (searchParams.get(name) ?? "").slice(0, name === "order" ? 20 : 100);
  const find = asked("search");
  const editor = orPage(await mailEditor(ctx, { id: params.mail.slice(0, 60), order: asked("order") }), request);
  const { groups } = orPage(await mailList(ctx, { find }), request);
  return { ...(await readerClock(ctx, person)), editor, groups, find, did: flashOf(request) };
}

export async function action({ context, request, params: { mail } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const here = `${mailsAddress}/${encodeURIComponent(mail)}`;
  return answerMails(ctx, textsIn(await request.formData()), { here, mail: mail.slice(0, 60) });
}

/** Also after a refusal: what was typed is saved by then, in a new revision of the draft. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  tabTitle(loaderData?.editor.name ?? "E-mail", matches);

type Data = Route.ComponentProps["loaderData"];
type Answer = Route.ComponentProps["actionData"];

const wrongIn = ({ id, errors, wrongElsewhere }: MailEditor): string | null => {
  const [first] = errors;
  if (first) {
    const where = first.path === `${id}/subject` ? "the subject" : (/^Line \d+/.exec(first.message)?.[0] ?? "the text");
    return `${counted(errors.length, "warning")} must be corrected: ${where.toLowerCase()}.`;
  }
  return wrongElsewhere[0] ? `Another e-mail must be corrected: ${wrongElsewhere[0]}` : null;
};

/** What stands in every e-mail of this kind, whatever its text. */
const fixedNote = (hasButton: boolean): string =>
  hasButton
    ? "The button leads where it always did: its words and its address are fixed. Everything below it is small print. The version in plain text is made of this one."
    : "This e-mail has no button. The version in plain text is made of this text.";

type TestProps = { editor: MailEditor; test: { ok: boolean; message: string } | null };

/** A test to oneself, and the way back to the product's words. */
const MailActs = ({ editor, test }: TestProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-rule-strong py-3 pr-3 pl-5">
    <Button name="step" value="test" variant="outline" small icon={MailIcon} className="max-lg:flex-[1_1_100%]">
      Send me a test
    </Button>
    <Button
      name="step"
      value="shipped"
      variant="quiet"
      small
      disabled={editor.asShipped}
      className="ml-auto max-lg:flex-[1_1_100%]"
    >
      Back to the original text
    </Button>
    <p
      className={cx("small basis-full pb-1 wrap-anywhere max-lg:-order-1 max-lg:grow", test?.ok !== false && "muted")}
      role="status"
    >
      {test?.message ?? `A test goes to ${editor.me} alone.`}
    </p>
  </div>
);

const Placeholders = ({ placeholders }: Pick<MailEditor, "placeholders">) => (
  <Panel title="Placeholders of this e-mail" aside={<span className="small muted">with the data of the preview</span>}>
    <dl>
      {placeholders.map(({ name, value, used }) => (
        <div
          key={name}
          className="grid grid-cols-1 gap-x-4 gap-y-0 border-t border-rule px-5 py-[9px] text-sm first:border-t-0 lg:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt>
            <code className="text-[0.875rem] wrap-anywhere text-pen" translate="no">{`{{${name}}}`}</code>
          </dt>
          <dd className="wrap-anywhere text-ink-2">
            {value ? <span translate="no">{value}</span> : "empty here"}
            {!used && <span className="muted"> not used here</span>}
          </dd>
        </div>
      ))}
    </dl>
  </Panel>
);

/** Its fields begin anew with every answer, not with every save of the draft while somebody types. */
const Editor = ({ data: { editor, find }, answer }: { data: Data; answer: Answer }) => {
  const kept = useKeptDraft<typeof action>();
  const busy = useSent() !== undefined;
  const area = useRef<HTMLTextAreaElement>(null);
  const refused = answer && "errors" in answer ? answer.values : {};
  const begun = { ...editor.typed, ...refused };
  const subjectError = editor.errors.find(({ path }) => path === `${editor.id}/subject`)?.message;
  return (
    <Form
      method="post"
      onInput={kept.onInput}
      onSubmit={kept.onSubmit}
      className="grid grid-cols-1 gap-6"
      preventScrollReset
    >
      <input type="hidden" name="seen" value={editor.revision} />
      <input type="hidden" name="order" value={editor.order ?? "example"} />
      <button type="submit" name="step" value="save" className="vh" tabIndex={-1} aria-hidden="true">
        Save draft
      </button>
      <section className="panel [--least:16rem]" aria-labelledby="mail-name">
        <Link to={withFind(mailsAddress, find)} className="btn btn-quiet btn-sm mx-2 mt-1 -mb-3 lg:hidden">
          <Icon of={ChevronLeft} />
          All e-mails
        </Link>
        <div className="panel-head items-start px-5 pt-5 pb-4">
          <div className="min-w-0">
            <h2 className="t2" id="mail-name">
              {editor.name}
            </h2>
            <p className="small soft whitespace-normal">{`Goes to ${editor.to}, ${editor.when}.`}</p>
          </div>
          <State drafted={editor.state === "draft"} shipped={editor.state === "shipped"} />
        </div>
        <div className="panel-pad">
          <Field
            name="subject"
            label="Subject"
            help={`${[...begun.subject].length} of ${editor.mostSubject} characters.`}
            error={subjectError}
          >
            <Input defaultValue={begun.subject} autoComplete="off" />
          </Field>
          <Field
            name="text"
            label="Text"
            hint="# title, - point, **bold**, [words](https://address). No HTML."
            className="mt-4"
            error={undefined}
          >
            <TextEditor
              placeholders={editor.placeholders}
              problems={editor.problems}
              begun={begun.text}
              area={area}
              rows={14}
            />
          </Field>
        </div>
        <Problems problems={editor.problems} onShow={(line) => showLine(area.current, line)} />
        <p className="grid grid-cols-[18px_1fr] gap-2.5 border-t border-rule px-5 py-3 text-sm text-ink-2">
          <Icon of={Lock} className="mt-px size-4.5" />
          <span>{fixedNote(editor.hasButton)}</span>
        </p>
        <MailActs editor={editor} test={answer && "test" in answer ? answer.test : null} />
      </section>
      <Placeholders placeholders={editor.placeholders} />
      <DraftBar editor={editor} wrong={wrongIn(editor)} saving={kept.saving} busy={busy} />
    </Form>
  );
};

/** One e-mail: its subject and text, beside the list of all and a preview. */
export default function Mail({ loaderData, actionData }: Route.ComponentProps) {
  const { editor, groups, find, zone } = loaderData;
  const draftAnswer = actionData && "test" in actionData ? undefined : actionData;
  const { did, turn, message } = useDraftAnswer(loaderData, draftAnswer);
  return (
    <>
      <SiteHead current="emails" />
      <DraftAnswer did={did} refused={message} undo={editor.version} />
      <NewerVersion editor={editor} published="other e-mails" kept="draft" zone={zone} />
      <OtherDrafts others={editor.others} zone={zone} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[14.5rem_minmax(0,1fr)] xl:grid-cols-[14.5rem_minmax(0,1fr)_20rem] min-[90rem]:grid-cols-[15.5rem_minmax(0,1fr)_22rem] min-[90rem]:gap-6">
        <MailsNav groups={groups} current={editor.id} find={find} />
        <Editor key={`${editor.id} ${turn}`} data={loaderData} answer={actionData} />
        <MailPreview editor={editor} find={find} />
      </div>
    </>
  );
}
