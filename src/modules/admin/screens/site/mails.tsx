import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Form } from "#src/ui/form.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/drafts.css";
import { mailList } from "../../mails/mails-editor.ts";
import type { Route } from "./+types/mails.ts";
import { DraftBar, DraftLine, Versions } from "./draft-bar.tsx";
import { answerMails } from "./draft-forms.server.ts";
import { DraftAnswer, NewerVersion, OtherDrafts, SiteHead, useDraftAnswer } from "./draft-notices.tsx";
import { MailsNav, mailsAddress } from "./mail-list.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const find = (pageUrl(request).searchParams.get("search") ?? "").slice(0, 100);
  const list = orPage(await mailList(ctx, { find }), request);
  return { ...(await readerClock(ctx, person)), list, find, did: flashOf(request) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  return answerMails(ctx, textsIn(await request.formData()), { here: mailsAddress, mail: "" });
}

/** Also after a refusal: the draft may be another one by then. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("E-mails", matches);

/** Every e-mail of the shop, and what was published of them. */
export default function Mails({ loaderData, actionData }: Route.ComponentProps) {
  const { list, find, zone } = loaderData;
  const answer = actionData && "test" in actionData ? undefined : actionData;
  const { did, message } = useDraftAnswer(loaderData, answer);
  const busy = useSent() !== undefined;
  const wrong = list.errors[0] ? `An e-mail must be corrected: ${list.errors[0].message}` : null;
  return (
    <>
      <SiteHead current="emails" />
      <DraftAnswer did={did} refused={message} undo={list.version} />
      <NewerVersion editor={list} published="other e-mails" kept="draft" zone={zone} />
      <OtherDrafts others={list.others} zone={zone} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[14.5rem_minmax(0,1fr)] min-[90rem]:grid-cols-[15.5rem_minmax(0,1fr)] min-[90rem]:gap-6">
        <MailsNav groups={list.groups} current={null} find={find} />
        <div className="grid grid-cols-1 gap-6">
          <Panel title="Texts of e-mails" pad>
            <DraftLine editor={list} zone={zone} />
            <p className="mt-4">
              Choose an e-mail to read it, or to write its subject and text yourself. What you do not change stays as we
              send it, also after an update.
            </p>
            <p className="mt-2 soft">
              The sender is the name of your shop. Look and colour come from the brand. The address of the sender is
              MAIL_FROM.
            </p>
          </Panel>
          <Versions editor={list} zone={zone} shipped="The original texts of the product" />
        </div>
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="seen" value={list.revision} />
        {list.changes.length > 0 && <DraftBar editor={list} wrong={wrong} saving={false} busy={busy} />}
      </Form>
    </>
  );
}
