import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock, siteSetting } from "#src/modules/operator/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Form } from "#src/ui/form.tsx";
import { ExternalLink } from "#src/ui/icons.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { useKeptDraft } from "#src/ui/use-kept-draft.ts";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/admin-site.css";
import "#src/ui/styles/pages/drafts.css";
import { type ServiceEditor, serviceEditor } from "../../services/services-editor.ts";
import type { Route } from "./+types/service.ts";
import { DraftBar, DraftLine } from "./draft-bar.tsx";
import { DraftAnswer, NewerVersion, OtherDrafts, useDraftAnswer } from "./draft-notices.tsx";
import { DraftPreview, PreviewTitle, TopOfPage } from "./preview-parts.tsx";
import { answerServices } from "./service-form.server.ts";
import { type Begun, FoundPanel, NamePanel, PresetPanel, QuestionsPanel, TextsPanel } from "./service-panels.tsx";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const editor = orPage(await serviceEditor(ctx, { id: params.service.slice(0, 60) }), request);
  const { name: shop } = await ctx.runtime.settings.get(siteSetting);
  const host = ctx.runtime.config.baseUrl.host;
  const more = pageUrl(request).searchParams.get("more") === "on";
  return { ...(await readerClock(ctx, person)), editor, shop, host, more, did: flashOf(request) };
}

export async function action({ context, request, params: { service } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const here = `/admin/site/services/${encodeURIComponent(service)}`;
  return answerServices(ctx, textsIn(await request.formData()), { here, id: service });
}

/** Also after a refusal: what was typed is saved by then, in a new revision of the draft. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  tabTitle(loaderData?.editor.source.name || "Service", matches);

type Data = Route.ComponentProps["loaderData"];
type Answer = Route.ComponentProps["actionData"];

/** Words up to a limit, what search engines cut off marked. */
const Cut = ({ text, most }: { text: string; most: number }) => {
  const letters = [...text];
  return (
    <>
      {letters.slice(0, most).join("")}
      {letters.length > most && (
        <del className="bg-error-tint text-error no-underline">{letters.slice(most).join("")}</del>
      )}
    </>
  );
};

/** How the draft looks where people find it first. */
const Preview = ({ editor, shop, host }: Pick<Data, "editor" | "shop" | "host">) => {
  const { printed, source } = editor;
  return (
    <DraftPreview>
      <PreviewTitle>Search result</PreviewTitle>
      <div className="rounded-md border border-rule bg-sheet px-5 pt-4 pb-4.5 wrap-anywhere" inert>
        <small
          className="block text-(length:--text-xs) text-ink-3"
          translate="no"
        >{`${host}/${source.family}/${source.slug}`}</small>
        <b className="mt-1.5 block font-medium text-pen">
          <Cut text={`${printed.title || printed.name} · ${shop}`} most={60} />
        </b>
        <p className="mt-1 text-sm text-ink-2">
          <Cut text={printed.description || printed.summary} most={160} />
        </p>
      </div>
      <p className="small muted mt-2">Search engines may choose other words.</p>
      <PreviewTitle>Top of its page</PreviewTitle>
      <div className="pv-frame" inert>
        <TopOfPage title={printed.name || "New service"} lede={printed.lede}>
          <span className="btn btn-primary">{`Order this ${source.item}`}</span>
          {editor.price && (
            <span className="num" translate="no">
              {editor.price}
            </span>
          )}
        </TopOfPage>
      </div>
    </DraftPreview>
  );
};

const wrongIn = ({ errors, wrongElsewhere }: ServiceEditor): string | null => {
  if (errors.length > 0) return `${counted(errors.length, "value")} must be corrected.`;
  return wrongElsewhere[0] ? `Another service must be corrected: ${wrongElsewhere[0]}` : null;
};

/** Its fields begin anew with every answer, not with every save of the draft while somebody types. */
const Editor = ({ data, answer }: { data: Data; answer: Answer }) => {
  const { editor, more } = data;
  const kept = useKeptDraft<typeof action>();
  const busy = useSent() !== undefined;
  const refused = answer && "errors" in answer ? answer : { errors: {}, values: {} };
  const found = Object.fromEntries(editor.errors.map(({ path, message }) => [path, message]));
  const begun: Begun = { source: editor.source, values: refused.values, errors: { ...found, ...refused.errors } };
  return (
    <Form
      method="post"
      onInput={kept.onInput}
      onSubmit={kept.onSubmit}
      className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_27.5rem]"
      preventScrollReset
    >
      <input type="hidden" name="form" value="service" />
      <input type="hidden" name="seen" value={editor.revision} />
      <button type="submit" name="step" value="save" className="vh" tabIndex={-1} aria-hidden="true">
        Save draft
      </button>
      <div className="panels">
        <NamePanel begun={begun} editor={editor} />
        <TextsPanel begun={begun} names={editor.names} />
        <QuestionsPanel begun={begun} samples={editor.samples} more={more} />
        <PresetPanel begun={begun} editor={editor} />
        <FoundPanel begun={begun} />
      </div>
      <Preview {...data} />
      <DraftBar editor={editor} wrong={wrongIn(editor)} saving={kept.saving} busy={busy} />
    </Form>
  );
};

/** Back to the product's words, or out of the catalogue; both change the draft alone. */
const Steps = ({ editor: { id, isOwn, revision, source, textState } }: { editor: ServiceEditor }) => (
  <Panel title="This service" pad>
    {isOwn ? (
      <Confirm label="Delete the service" title={`Delete “${source.name}”?`} variant="danger" small>
        <p className="soft">It is removed from your draft. After you publish, its addresses lead to its family.</p>
        <Form method="post">
          <input type="hidden" name="seen" value={revision} />
          <ConfirmActions keep="Keep the service">
            <Button name="step" value={`delete:${id}`} variant="danger" small>
              Delete the service
            </Button>
          </ConfirmActions>
        </Form>
      </Confirm>
    ) : (
      <Form method="post">
        <input type="hidden" name="seen" value={revision} />
        <Button name="step" value={`shipped:${id}`} variant="outline" small disabled={textState === "shipped"}>
          Back to the original
        </Button>
        <p className="small soft mt-2">Name, address and all texts of the product, as a draft.</p>
      </Form>
    )}
  </Panel>
);

/** One service: its words, its address and its calculator, beside a preview. */
export default function ServicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { editor, zone } = loaderData;
  const { did, turn, message } = useDraftAnswer(loaderData, actionData);
  return (
    <>
      <Crumbs
        steps={[
          { to: "/admin/site", label: "Site" },
          { to: "/admin/site/services", label: "Services" },
          { label: editor.source.name || "New service" },
        ]}
      />
      <div className="work-head">
        <div>
          <h1 className="d3">{editor.source.name || "New service"}</h1>
          <DraftLine editor={editor} zone={zone} {...(editor.address && { address: editor.address })} />
        </div>
        <div className="acts">
          {editor.address && (
            <LinkButton to={editor.address} variant="outline" small icon={ExternalLink} reloadDocument>
              See the public page
            </LinkButton>
          )}
        </div>
      </div>
      <DraftAnswer did={did} refused={message} undo={editor.version} />
      <NewerVersion editor={editor} published="other services" kept="draft" zone={zone} />
      <OtherDrafts others={editor.others} zone={zone} />
      <Editor key={`${editor.id} ${turn}`} data={loaderData} answer={actionData} />
      <div className="mt-6">
        <Steps editor={editor} />
      </div>
    </>
  );
}
