import { Link } from "react-router";
import { Answer, GuardedButton, Part, useSending } from "#src/modules/accounts/index.screens.ts";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readingZone } from "#src/modules/operator/index.server.ts";
import { allowedPartners, allowPartner } from "#src/modules/orders/index.server.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { formatDay } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/choices.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { graceDays } from "../domain/grace.ts";
import { askDeletion, keepAccount, myDeparture } from "../index.server.ts";
import type { Route } from "./+types/data.ts";

const here = "/accountSettings/data";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requirePerson(ctx, request);
  const { dueAt, reasons } = orPage(await myDeparture(ctx, {}), request);
  const zone = await readingZone(ctx);
  const partners = orPage(await allowedPartners(ctx, {}), request);
  return {
    partners: partners.map(({ allowedAt, ...one }) => ({ ...one, since: allowedAt && formatDay(allowedAt, zone) })),
    fresh: isFresh(person, ctx.runtime.clock()),
    goes: dueAt && formatDay(dueAt, zone),
    reasons,
    limited: new URL(request.url).searchParams.has("limited"),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const form = await request.formData();
  const stopped = form.get("stop");
  if (typeof stopped === "string") {
    const ended = await allowPartner(ctx, { orderId: stopped, allow: false });
    return ended.ok ? { saved: true, stopped: true } : refusedForm(ended);
  }
  const keeps = form.get("intent") === "keep";
  const understood = form.get("understood");
  const outcome = keeps
    ? await keepAccount(ctx, {})
    : await askDeletion(ctx, typeof understood === "string" ? { understood } : {});
  if (outcome.ok) return keeps ? { saved: true } : {};
  return refusedForm(outcome);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Your data", matches);

const Download = ({ fresh }: { fresh: boolean }) => (
  <section aria-labelledby="download">
    <h2 className="t2" id="download">
      Download everything
    </h2>
    <p className="soft mt-2">
      One archive with all that we keep about you: your profile and sessions, your orders with what was said and
      delivered, payments, messages, and the files that you sent. It holds no passwords and no keys. You can have it
      twice a day.
    </p>
    <form action={`${here}/download`} className="mt-4">
      <GuardedButton fresh={fresh} here={here} variant="outline">
        {fresh ? "Download my data (ZIP)" : "Confirm who you are, then download"}
      </GuardedButton>
    </form>
  </section>
);

type Partners = Route.ComponentProps["loaderData"]["partners"];

/** Programs of partners that read files of own orders: each can be stopped. */
const PartnersThatRead = ({ partners }: { partners: Partners }) => (
  <section aria-labelledby="partners" className="mt-10">
    <h2 className="t2" id="partners">
      Partners that read your files
    </h2>
    <p className="soft mt-2">
      A partner prepared these orders for you, and you let its program read their files. To let one read again, open the
      order.
    </p>
    <ul className="mt-3">
      {partners.map(({ orderId, number, title, partner, since }) => (
        <li
          key={orderId}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-rule py-3"
        >
          <span className="min-w-0 wrap-anywhere">
            <b>{partner}</b>
            {": "}
            <Link to={`/dashboard/orders/${orderId}#partner`} translate="no">
              {number}
            </Link>
            {` ${title}`}
            <span className="small muted block">{`since ${since}`}</span>
          </span>
          <Form method="post" preventScrollReset>
            <Button name="stop" value={orderId} variant="outline" small aria-label={`Stop ${partner}: order ${number}`}>
              Stop it
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  </section>
);

const Leaving = ({ goes }: { goes: string }) => {
  const busy = useSending("keep");
  return (
    <Notice tone="warn" title={`Your account is deleted on ${goes}.`}>
      <p>Until then nothing is removed, and everything works as before.</p>
      <Form method="post" className="mt-4">
        <input type="hidden" name="intent" value="keep" />
        <Button busy={busy}>Keep my account</Button>
      </Form>
    </Notice>
  );
};

type AskProps = { fresh: boolean; reasons: readonly string[]; error: string | undefined };

const Ask = ({ fresh, reasons, error }: AskProps) => {
  const busy = useSending("delete");
  if (reasons.length > 0)
    return (
      <Notice tone="info" title="This has to end first" className="mt-4">
        <ul className="stack [--gap:6px]">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <p>
          <Link to="/dashboard">Go to your orders</Link>
        </p>
      </Notice>
    );
  return (
    <Form method="post" className="stack mt-5 [--gap:20px]">
      <input type="hidden" name="intent" value="delete" />
      {fresh && (
        <Checkbox name="understood" error={error}>
          I have read what goes and what stays
        </Checkbox>
      )}
      <div>
        <GuardedButton fresh={fresh} here={here} variant="danger" busy={busy}>
          {fresh ? "Delete my account" : "Confirm who you are, then delete"}
        </GuardedButton>
      </div>
    </Form>
  );
};

export default function YourData({ loaderData, actionData }: Route.ComponentProps) {
  const { fresh, goes, reasons, limited, partners } = loaderData;
  const answer: (Partial<RefusedForm> & { saved?: boolean; stopped?: boolean }) | undefined = actionData;
  return (
    <Part title="Your data" lede="You can download what we keep about you, and you can have it deleted.">
      <Answer
        answer={answer}
        labels={{ understood: "What goes and what stays" }}
        saved={answer?.stopped ? "The partner cannot read these files any more." : "Your account stays."}
      />
      {limited && (
        <Notice tone="info" live className="mb-6" title="You downloaded your data twice today.">
          <p>Come back tomorrow for a newer copy.</p>
        </Notice>
      )}
      <Download fresh={fresh} />
      {partners.length > 0 && <PartnersThatRead partners={partners} />}
      <section aria-labelledby="deletion" className="mt-10">
        <h2 className="t2" id="deletion">
          Delete the account
        </h2>
        {goes ? (
          <div className="mt-4">
            <Leaving goes={goes} />
          </div>
        ) : (
          <>
            <p className="soft mt-2">
              It goes {counted(graceDays, "day")} after you ask for it. Until then you can take it back with one press.
            </p>
            <div className="prose mt-3">
              <ul>
                <li>
                  <b>What goes:</b> your name, e-mail, ways to sign in and sessions; your briefs, texts, deliveries,
                  messages and files.
                </li>
                <li>
                  <b>What stays:</b> number, kind, amounts and dates of orders and payments, without your name, because
                  the law asks for these records; and the record of what was done with the account.
                </li>
              </ul>
            </div>
            <Ask fresh={fresh} reasons={reasons} error={answer?.errors?.understood} />
          </>
        )}
      </section>
    </Part>
  );
}
