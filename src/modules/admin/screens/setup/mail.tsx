import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { flashOf } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { readSetup } from "../../setup/facts.ts";
import { type SenderRecord, senderDomain } from "../../setup/sender-records.ts";
import type { Route } from "./+types/mail.ts";
import { CopyLine, SetupAnswer, StepButton } from "./setup-parts.tsx";
import { doSetupStep, lookUpSender, requireOwner } from "./setup-steps.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireOwner(ctx, request);
  const { mail } = orPage(await readSetup(ctx, {}), request).facts;
  const { smtpUrl, mailFrom } = ctx.runtime.config;
  return { mail, server: smtpUrl !== undefined, mailFrom, domain: senderDomain(mailFrom), did: flashOf(request) };
}

/** What the name server answers is shown once, and kept nowhere. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireOwner(ctx, request);
  const form = await request.clone().formData();
  if (form.get("step") === "records") return { looked: await lookUpSender(ctx, String(form.get("selector") ?? "")) };
  return doSetupStep(ctx, request, "/setup/mail");
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("E-mail sender", matches);

const states = {
  found: { shape: "check", tone: "ok", label: "There" },
  missing: { shape: "alert", tone: "bad", label: "Missing" },
  wrong: { shape: "alert", tone: "bad", label: "Wrong" },
  unknown: { shape: "dash", tone: "off", label: "Not known" },
} as const;

const RecordRow = ({ record: { kind, at, state, value, message } }: { record: SenderRecord }) => (
  <li className="border-t border-rule px-5 py-3.5">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <h3 className="min-w-16 text-base font-semibold">{kind}</h3>
      <Status shape={states[state].shape} tone={states[state].tone}>
        {states[state].label}
      </Status>
    </div>
    <p className="small soft mt-1">{message}</p>
    {state === "missing" && <CopyLine label="Name of the TXT record" value={at} />}
    {value !== "" && <CopyLine label={state === "missing" ? "Its text" : at} value={value} />}
  </li>
);

type Looked = Awaited<ReturnType<typeof lookUpSender>>;

const Records = ({ domain, looked }: { domain: string | null; looked: Looked | undefined }) => {
  const busy = useSent()?.get("step") === "records";
  if (!domain)
    return (
      <Panel title="Records of the domain" pad>
        <p>MAIL_FROM has no domain that a name server knows. Set it to an address of your own domain.</p>
      </Panel>
    );
  return (
    <Panel title="Records of the domain">
      <div className="panel-pad border-t border-rule">
        <p>
          Other mail servers look these up for <b translate="no">{domain}</b>. Without them e-mails are often taken for
          spam.
        </p>
        <Form method="post" className="mt-4" preventScrollReset>
          <Field
            name="selector"
            label="Selector of DKIM"
            help="Your mail server names it. Leave it empty if you do not know it."
            error={looked?.wrong}
          >
            <Input defaultValue={looked?.selector ?? ""} className="max-w-80" autoComplete="off" />
          </Field>
          <Button name="step" value="records" variant="outline" small busy={busy} className="mt-4">
            {busy ? "Looking" : "Look up the records"}
          </Button>
        </Form>
      </div>
      {looked?.records && (
        <ul aria-live="polite">
          {looked.records.map((record) => (
            <RecordRow key={record.kind} record={record} />
          ))}
        </ul>
      )}
    </Panel>
  );
};

/** What sends e-mails, and what other mail servers look up about the sender. */
export default function SetupMail({ loaderData, actionData }: Route.ComponentProps) {
  const { mail, server, mailFrom, domain, did } = loaderData;
  const looked = actionData && "looked" in actionData ? actionData.looked : undefined;
  const refused = actionData && "message" in actionData ? actionData.message : undefined;
  return (
    <>
      <Crumbs
        steps={[
          { to: "/admin", label: "Overview" },
          { to: "/setup", label: "Set up the shop" },
          { label: "E-mail sender" },
        ]}
      />
      <div className="work-head">
        <div>
          <h1 className="d3">E-mail sender</h1>
          <p className="soft">
            The address of the mail server is a secret of the server. This page says whether it works. It never shows or
            stores it.
          </p>
        </div>
      </div>
      <SetupAnswer flash={did} refused={refused} />
      <div className="panels">
        <Panel
          title="The mail server"
          aside={
            mail.answer ? (
              <Status shape={mail.answer.ok ? "check" : "alert"}>{mail.answer.ok ? "Works" : "Does not work"}</Status>
            ) : (
              <Status shape="clock">Not checked yet</Status>
            )
          }
          pad
        >
          <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <dt translate="no">SMTP_URL</dt>
            <dd>{server ? "Set" : "Missing"}</dd>
            <dt translate="no">MAIL_FROM</dt>
            <dd className="wrap-anywhere" translate="no">
              {mailFrom}
            </dd>
          </dl>
          {mail.answer && <p className="mt-3 wrap-anywhere">{`${mail.answer.message} ${mail.answer.when}.`}</p>}
          {!server && (
            <>
              <p className="mt-3">
                Write these lines into the server's environment with your own values, and start the program again. Port
                465 begins with TLS (smtps), 587 without it (smtp).
              </p>
              <CopyLine label="SMTP_URL" value="SMTP_URL=smtps://user:password@mail.example:465" />
              <CopyLine label="MAIL_FROM" value="MAIL_FROM=shop@example.com" />
            </>
          )}
          {mail.configured && (
            <div className="mt-4 grid gap-x-4 gap-y-2 sm:grid-cols-[12rem_auto] sm:items-center">
              <StepButton step="mail" label="Send a test e-mail" primary={!mail.answer?.ok} />
              <p className="small muted">It goes to you alone.</p>
            </div>
          )}
        </Panel>
        <Records domain={domain} looked={looked} />
      </div>
    </>
  );
}
