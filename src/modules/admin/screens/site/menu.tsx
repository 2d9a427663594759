import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { type LinkList, linkStep, shownRows } from "#src/modules/operator/index.ts";
import { flashOf } from "#src/platform/flash.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Form } from "#src/ui/form.tsx";
import { useKeptDraft } from "#src/ui/use-kept-draft.ts";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/admin-site.css";
import "#src/ui/styles/pages/drafts.css";
import { changeMenuDraft, type MenuEditor, menuEditor, publishMenu, undoMenu } from "../../menu/menu-draft.ts";
import { countErrors } from "../../menu/menu-errors.ts";
import type { Route } from "./+types/menu.ts";
import { DraftBar, DraftLine, Versions } from "./draft-bar.tsx";
import { answerDraft, menuIn } from "./draft-forms.server.ts";
import { DraftAnswer, NewerVersion, OtherDrafts, SiteHead, useDraftAnswer } from "./draft-notices.tsx";
import { LinkRows } from "./link-rows.tsx";
import { FixedPanel, NoticePanel, SocialPanel } from "./menu-panels.tsx";
import { DraftPreview, PreviewLink, PreviewTitle, ShopName } from "./preview-parts.tsx";

type Notice = NonNullable<MenuEditor["notice"]>;

/** When the bar of the draft is shown, in words. */
function timesOf({ state, from, until }: Notice, zone: string): string {
  const [begin, end] = [from, until].map((at) => (at ? formatMoment(new Date(at), zone) : ""));
  if (state === "waits") return `shown from ${begin}${end && ` until ${end}`}`;
  if (state === "over") return `not shown any more, it ended ${end}`;
  return end ? `shown until ${end}` : "shown until you take it out";
}

/** The menu, the footer and the notice of the draft: a picture, without links. */
const MenuPreview = ({ editor }: { editor: MenuEditor }) => {
  const { draft, known, site, notice } = editor;
  const links = (list: LinkList) => shownRows(draft[list], known[list]).filter(({ label }) => label !== "");
  return (
    <DraftPreview>
      {notice && (
        <>
          <PreviewTitle>{`Notice bar, ${timesOf(notice, site.timeZone)}`}</PreviewTitle>
          <div className="pv-frame" inert>
            <p className="strip bg-pen-tint">
              <span>{notice.text}</span>
              {notice.label && <PreviewLink>{notice.label}</PreviewLink>}
            </p>
          </div>
        </>
      )}
      <PreviewTitle>Menu, desktop</PreviewTitle>
      <div className="pv-frame" inert>
        <div className="flex items-center gap-4 border-b border-rule px-5 py-2">
          <ShopName name={site.name} />
          <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-(length:--text-xs) text-ink-2 max-md:hidden">
            {links("menu").map(({ to, label }) => (
              <span key={to}>{label}</span>
            ))}
          </span>
        </div>
      </div>
      <PreviewTitle>Footer</PreviewTitle>
      <div className="pv-frame bg-well" inert>
        <div className="grid grid-cols-[1fr_1.1fr] gap-x-6 gap-y-1 px-5 pt-2 pb-4.5 *:first:col-span-full">
          <ShopName name={site.name} />
          <div>
            <b className="block font-serif text-[1rem]/10 font-medium">Quick links</b>
            {links("quick").map(({ to, label }) => (
              <span key={to} className="block text-xs wrap-anywhere text-ink-2">
                {label}
              </span>
            ))}
          </div>
          <div>
            <b className="block font-serif text-[1rem]/10 font-medium">Contact</b>
            {[site.email, site.phone, site.whatsapp && "WhatsApp", "Contact page"].filter(Boolean).map((line) => (
              <span key={line} className="block text-xs wrap-anywhere text-ink-2">
                {line}
              </span>
            ))}
          </div>
        </div>
      </div>
      <p className="small muted mt-2">On phones the menu opens from its button, in this order.</p>
    </DraftPreview>
  );
};

const here = "/admin/site/menu";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const editor = orPage(await menuEditor(ctx, {}), request);
  const opened = /^(menu|quick):(\d{1,2})$/.exec(pageUrl(request).searchParams.get("row") ?? "");
  const row = opened && { list: opened[1], at: Number(opened[2]) };
  return { ...(await readerClock(ctx, person)), editor, row, did: flashOf(request) };
}

/** Opens the row that was added or moved on the page that follows. */
function openRow(sent: Readonly<Record<string, string>>, step: string): string {
  const asked = linkStep(step);
  if (!asked || asked.what === "remove") return "";
  const { what, list, at } = asked;
  const rows = Object.keys(sent).filter((name) => new RegExp(`^${list}-\\d+-id$`).test(name)).length;
  return `?row=${list}:${what === "add" ? rows : what === "up" ? at - 1 : at + 1}`;
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const sent = textsIn(await request.formData());
  const { step = "save", seen = "", version = "", auto } = sent;
  if (step === "undo")
    return answerDraft({ here, step: "undone", typed: {}, change: () => undoMenu(ctx, { version }) });
  const { step: _step, seen: _seen, auto: _auto, form: _form, ...typed } = sent;
  const asked = step === "publish" ? "save" : step;
  return answerDraft({
    ...{ here: here + openRow(sent, step), step, auto, typed },
    change: () => changeMenuDraft(ctx, { step: asked, seen, typed: menuIn(sent) }),
    publish: (revision) => publishMenu(ctx, { seen: String(revision) }),
  });
}

/** Also after a refusal: what was typed is saved by then, in a new revision of the draft. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Menu and footer", matches);

type Data = Route.ComponentProps["loaderData"];
type Answer = Route.ComponentProps["actionData"];

/** What stands around every public page: a draft with its preview, and what was published before. */
export default function MenuPage({ loaderData, actionData }: Route.ComponentProps) {
  const { editor, zone } = loaderData;
  const { did, turn, message } = useDraftAnswer(loaderData, actionData);
  return (
    <>
      <SiteHead current="menu" />
      <DraftAnswer did={did} refused={message} undo={editor.version} />
      <NewerVersion editor={editor} published="another menu or footer" kept="draft" zone={zone} />
      <OtherDrafts others={editor.others} zone={zone} />
      <Editor key={turn} data={loaderData} answer={actionData} />
      <Versions editor={editor} zone={zone} shipped="As the product is shipped" />
    </>
  );
}

const methodNames = { card: "card", paypal: "PayPal", transfer: "bank transfer" } as const;

const methodsOf = ({ email, methods }: Data["editor"]["site"]): string => {
  const names = (Object.keys(methodNames) as (keyof typeof methodNames)[]).filter((one) => methods[one]);
  return [email, ...names.map((one) => methodNames[one])].filter(Boolean).join(", ");
};

/** Its fields begin anew with every answer, not with every save of the draft while somebody types. */
const Editor = ({ data, answer }: { data: Data; answer: Answer }) => {
  const { editor, row, now } = data;
  const kept = useKeptDraft<typeof action>();
  const busy = useSent() !== undefined;
  const { draft, known, site } = editor;
  const found = Object.fromEntries(editor.errors.map(({ path, message }) => [path, message]));
  const errors = { ...found, ...(answer && "errors" in answer ? answer.errors : {}) };
  const rowsOf = (list: "menu" | "quick") => ({
    ...{ list, errors, rows: draft[list], known: known[list] },
    opened: row?.list === list ? row.at : null,
  });
  return (
    <Form
      method="post"
      action={here}
      onInput={kept.onInput}
      onSubmit={kept.onSubmit}
      className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_27.5rem] mb-6"
      preventScrollReset
    >
      <input type="hidden" name="form" value="menu" />
      <input type="hidden" name="seen" value={editor.revision} />
      <button type="submit" name="step" value="save" className="vh" tabIndex={-1} aria-hidden="true">
        Save draft
      </button>
      <div className="panels">
        <DraftLine editor={editor} zone={data.zone} />
        <LinkRows title="Menu" always="“Sign in” and “Price an order” are always there." {...rowsOf("menu")} />
        <LinkRows
          title="Footer: quick links"
          always="The services have a list of their own beside it."
          {...rowsOf("quick")}
        />
        <NoticePanel notice={draft.notice} errors={errors} zone={site.timeZone} now={now} />
        <SocialPanel social={draft.social} errors={errors} />
        <FixedPanel methods={methodsOf(site)} />
      </div>
      <MenuPreview editor={editor} />
      <DraftBar editor={editor} wrong={countErrors(editor.errors)} saving={kept.saving} busy={busy} />
    </Form>
  );
};
