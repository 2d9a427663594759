import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { answerStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { removeReply, restoreReply, type SavedReply, savedReplyList, saveReply } from "../index.server.ts";
import { useClearedForm } from "../screens/use-taken.ts";
import type { Route } from "./+types/replies.ts";
import { sendStep } from "./answering.ts";
import type { RefusedStep } from "./chat.server.ts";
import { InboxPage } from "./chat-top.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "chat");
  return { ...orPage(await savedReplyList(ctx, {}), request), did: flashOf(request) };
}

const steps: PostedSteps<{ ctx: Ctx; id: string; title?: string; text?: string }> = {
  remove: { run: ({ ctx, id }) => removeReply(ctx, { id }), flash: "reply-remove" },
  restore: { run: ({ ctx, id }) => restoreReply(ctx, { id }), flash: "reply-restore" },
  save: {
    run: ({ ctx, id, title, text }) => saveReply(ctx, { ...(id && { id }), title, text }),
    flash: "reply-save",
  },
};

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "chat");
  const { step = "", id = "", title, text } = await textsOf(request);
  const typed = { id, title: title ?? "", text: text ?? "" };
  const again = (refusal: Refusal) => refusedForm(refusal, typed, { step });
  return answerStep(steps, step, { ctx, id, title, text }, { page: "/admin/chats/replies", again });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => sendStep(request, serverAction);

/** Also after a refusal: a conflict means that the page shows an old state. */
export const shouldRevalidate = unlessNotSent;

type FormProps = { reply: SavedReply | null; refused: RefusedStep | undefined };

const ReplyForm = ({ reply, refused }: FormProps) => {
  const id = reply?.id ?? "";
  const mine = refused?.step === "save" && refused.values.id === id ? refused : undefined;
  const part = id.slice(-12) || "new";
  const isIts = (sent: FormData) => sent.get("step") === "save" && sent.get("id") === id;
  const form = useClearedForm(isIts, mine !== undefined);
  return (
    <Form ref={form} method="post" className="stack [--gap:16px] dense">
      <input type="hidden" name="step" value="save" />
      <input type="hidden" name="id" value={id} />
      {mine?.message && <Notice tone="bad" live title={mine.message} />}
      <Field name="title" id={`title-${part}`} label="Name" error={mine?.errors.title}>
        <Input maxLength={80} required defaultValue={mine?.values.title ?? reply?.title} />
      </Field>
      <Field name="text" id={`text-${part}`} label="Text" error={mine?.errors.text}>
        <Textarea rows={4} maxLength={4000} required defaultValue={mine?.values.text ?? reply?.text} />
      </Field>
      <div>
        <Button small variant={reply ? "outline" : "primary"}>
          {reply ? "Save the change" : "Save the reply"}
        </Button>
      </div>
    </Form>
  );
};

/** Back to the words that came with the product. */
const RestoreForm = ({ id, children }: { id: string; children: string }) => (
  <Form method="post">
    <input type="hidden" name="step" value="restore" />
    <input type="hidden" name="id" value={id} />
    <Button small variant="outline">
      {children}
    </Button>
  </Form>
);

const originLabels: Readonly<Record<SavedReply["origin"], string>> = {
  own: "",
  delivered: "comes with the product",
  changed: "comes with the product, changed here",
};

const Removed = ({ removed }: { removed: readonly { id: string; title: string }[] }) =>
  removed.length === 0 ? null : (
    <section aria-labelledby="removed-replies" className="stack [--gap:12px]">
      <h3 className="t3" id="removed-replies">
        Removed replies of the product
      </h3>
      <ul className="stack [--gap:8px]">
        {removed.map(({ id, title }) => (
          <li key={id} className="row">
            <span className="mr-auto">{title}</span>
            <RestoreForm id={id}>{`Bring back "${title}"`}</RestoreForm>
          </li>
        ))}
      </ul>
    </section>
  );

const OneReply = ({ reply, refused }: { reply: SavedReply; refused: RefusedStep | undefined }) => (
  <li className="border-b border-rule">
    <details className="border-t border-rule" open={refused?.values.id === reply.id || undefined}>
      <summary className="flex min-h-13 items-center px-5 py-1 font-semibold text-pen hover:bg-pen-tint/45">
        <span className="min-w-0">
          <b className="strong">{reply.title}</b>
          {reply.origin !== "own" && (
            <span className="small muted font-normal">{`, ${originLabels[reply.origin]}`}</span>
          )}
          <span className="small soft block truncate font-normal">{reply.text}</span>
        </span>
      </summary>
      <div className="stack px-5 pt-1 pb-6 [--gap:16px]">
        <ReplyForm key={reply.origin} reply={reply} refused={refused} />
        {reply.origin === "changed" && <RestoreForm id={reply.id}>Bring back the delivered text</RestoreForm>}
        <Confirm label="Remove it" title={`Remove "${reply.title}"?`} variant="outline" small>
          <p className="soft">
            It goes for every admin. Messages that were sent with it stay.
            {reply.origin !== "own" && " You can bring it back below."}
          </p>
          <Form method="post">
            <input type="hidden" name="step" value="remove" />
            <input type="hidden" name="id" value={reply.id} />
            <ConfirmActions keep="Keep the reply">
              <Button small variant="danger">
                Remove the reply
              </Button>
            </ConfirmActions>
          </Form>
        </Confirm>
      </div>
    </details>
  </li>
);

const doneLabels: Readonly<Record<string, string>> = {
  "reply-save": "The reply is saved.",
  "reply-remove": "The reply is removed.",
  "reply-restore": "The reply is back as it was delivered.",
};

/** The texts that Support sends often: written, changed and removed here. */
export default function Replies({ loaderData, actionData }: Route.ComponentProps) {
  const { replies, removed } = loaderData;
  const did = useFlash(loaderData.did || null);
  const refused: RefusedStep | undefined = actionData;
  const done = !refused && did && Object.hasOwn(doneLabels, did) ? doneLabels[did] : undefined;
  return (
    <InboxPage
      id="replies"
      title="Saved replies"
      lede={
        <p className="small soft">
          For every admin. Some come with the product: change them to your words. Write {"{name}"} for the client’s name
          and {"{order}"} for the number of the newest open order.
        </p>
      }
    >
      {done && <Notice tone="ok" live title={done} />}
      {replies.length > 0 && (
        <ul className="border-t border-rule">
          {replies.map((reply) => (
            <OneReply key={reply.id} reply={reply} refused={refused} />
          ))}
        </ul>
      )}
      <section aria-labelledby="new-reply" className="stack [--gap:12px]">
        <h3 className="t3" id="new-reply">
          A new reply
        </h3>
        <ReplyForm reply={null} refused={refused} />
      </section>
      <Removed removed={removed} />
    </InboxPage>
  );
}
