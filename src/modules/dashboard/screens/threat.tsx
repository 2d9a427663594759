import { Link } from "react-router";
import { channelLabels, channels } from "#src/modules/accounts/index.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { counted } from "#src/shared/counted.ts";
import { Button } from "#src/ui/button.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Select, Textarea } from "#src/ui/inputs.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { useFlash, useSent } from "#src/ui/use-sent.ts";
import type { Route } from "./+types/threat.ts";
import { submitThreat, type ThreatPage, threatPage } from "./threat.server.ts";
import { PicturesField, PicturesUpload, ThreatReport } from "./threat-report.tsx";

const SideHead = ({ children }: { children: string }) => (
  <h2 className="t3 mb-1 border-b border-rule-strong pb-2.5">{children}</h2>
);

const SideList = ({ items }: { items: readonly string[] }) => (
  <ul>
    {items.map((item) => (
      <li key={item} className="border-b border-rule py-[9px]">
        {item}
      </li>
    ))}
  </ul>
);

/** What a seal closes, and who opens it. */
const SealedThings = () => (
  <section>
    <SideHead>What is sealed</SideHead>
    <SideList
      items={[
        "Your name, e-mail, phone and country",
        "The text and files of your orders",
        "Your messages with us and with your writer",
      ]}
    />
    <p className="small soft mt-2.5">
      The owner reads this report. Everything else opens only with a written reason and a second person, and you read
      each opening on this page. Your writer never sees who you are, sealed or not.
    </p>
  </section>
);

const WhatWeDo = ({ within }: { within: string }) => (
  <section>
    <SideHead>What we do</SideHead>
    <ol className="timeline mt-3.5">
      <li className="now">
        <b>At once</b>
        <p>The owner gets an alarm and reads your report.</p>
      </li>
      <li className="next">
        <b>{`Within ${within}`}</b>
        <p>A person writes to you here, not by e-mail.</p>
      </li>
      <li className="next">
        <b>If it came from our side</b>
        <p>We block that person, keep the proof, and help you to report it.</p>
      </li>
    </ol>
  </section>
);

const NeverDone = () => (
  <section>
    <SideHead>What we never do</SideHead>
    <SideList
      items={["Contact your school", "Publish or sell your text or your data", "Ask you for money to make it stop"]}
    />
    <p className="small soft mt-2.5">
      <Link to="/honest-use/never">Everything that we never do</Link>
    </p>
  </section>
);

const DangerNow = () => (
  <section className="rounded-md border border-rule-strong bg-sheet px-5 pt-4 pb-4.5">
    <h2 className="label">Are you in danger now?</h2>
    <p className="small soft mt-1">
      Call the police. In the European Union the number is 112, in the United States and Canada 911, elsewhere your
      local number. Blackmail is a crime against you.
    </p>
  </section>
);

export const handle = { footer: true };

export const loader = ({ context, request, params }: Route.LoaderArgs) =>
  threatPage(context.get(requestContext), request, params.orderId);

export const action = ({ context, request }: Route.ActionArgs) => submitThreat(context.get(requestContext), request);

export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Somebody threatens me", matches);

type Refused = { errors: Record<string, string>; values: Record<string, string>; message?: string; step?: string };

const firstThree = [
  ["Do not pay.", "Who was paid once often asks again."],
  ["Do not answer.", "Not even to say no. You do not owe an answer."],
  ["Keep everything.", "Make a picture of each message, with its date and address."],
] as const;

const FirstThree = () => (
  <section aria-labelledby="first">
    <h2 className="t2" id="first">
      First, three things
    </h2>
    <ol className="counted mt-3.5 border-t border-rule-strong">
      {firstThree.map(([rule, reason]) => (
        <li
          key={rule}
          className="grid-cols-[2.5rem_11rem_minmax(0,1fr)] items-baseline gap-x-2 border-b border-rule-strong py-3.5 before:text-[1.5rem]/7 before:font-[440] before:normal-nums max-md:grid-cols-[2rem_minmax(0,1fr)]"
        >
          <b className="font-semibold">{rule}</b>
          <span className="text-ink-2 max-md:col-2">{reason}</span>
        </li>
      ))}
    </ol>
  </section>
);

const ReportForm = ({ page, refused }: { page: ThreatPage; refused: Refused | undefined }) => {
  const busy = useSent() !== undefined;
  const values = refused?.values ?? {};
  return (
    <Form method="post" aria-labelledby="tell">
      <h2 className="t2" id="tell">
        Tell us what you can
      </h2>
      <p className="soft">Every field can stay empty. You can add more later.</p>
      <input type="hidden" name="step" value="report" />
      <div className="stack mt-5 [--gap:24px]">
        <Field name="orderId" label="Which order is it about?">
          <Select defaultValue={values.orderId ?? page.orderId}>
            <option value="">I do not know, or all of them</option>
            {page.orders.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <FieldGroup name="channels" label="How did they reach you?">
          <div className="picks">
            {channels.map((channel) => (
              <label className="pickbox" key={channel}>
                <input
                  type="checkbox"
                  name={`channel-${channel}`}
                  defaultChecked={values[`channel-${channel}`] === "on"}
                />
                {channelLabels[channel]}
              </label>
            ))}
          </div>
        </FieldGroup>
        <Field name="text" label="What do they say or want?" hint="In any language." error={refused?.errors.text}>
          <Textarea rows={4} maxLength={10_000} defaultValue={values.text} />
        </Field>
        <PicturesField field={page.field} error={refused?.errors.files ?? page.refusedUpload} />
      </div>
      <div className="mt-8 grid justify-items-start gap-3 border-t border-rule-strong pt-6">
        <Button busy={busy} className="max-md:w-full max-md:whitespace-normal">
          {busy ? "Sealing" : "Report it and seal my data"}
        </Button>
        <p className="small soft max-w-136">
          Your orders continue, your writer continues, and nothing is charged. You can take the seal off at any time.
        </p>
      </div>
    </Form>
  );
};

const NotSealed = () => (
  <p className="soft">
    Only the data of a client can be sealed. <Link to="/contact">Write to Support</Link>, and a person helps you.
  </p>
);

const doneTexts: Readonly<Record<string, string>> = {
  report: "Your data is sealed, and the owner has a notice.",
  add: "It is added to your report.",
  lift: "The seal is off. Everything is as it was.",
};

const ledeOf = ({ sealed, canSeal }: ThreatPage): string => {
  if (sealed) return `Your report arrived ${sealed.since}. The owner got a notice at once. You have done your part.`;
  return canSeal
    ? "You did nothing wrong. One button seals your data and sends a notice to the owner of this shop at once."
    : "You did nothing wrong.";
};

const Head = ({ page }: { page: ThreatPage }) => (
  <header className="mt-2 mb-12 max-w-176 max-lg:mb-8">
    <h1 className="d2">{page.sealed ? "Your data is sealed" : "Somebody threatens me"}</h1>
    <p className="lede-serif mt-3">{ledeOf(page)}</p>
  </header>
);

/** A client says that somebody threatens; afterwards what happens to the report, and who opened what. */
export default function Threat({ loaderData: page, actionData }: Route.ComponentProps) {
  const did = useFlash(page.did || null);
  const refused: Refused | undefined = actionData;
  const done = !refused && did && Object.hasOwn(doneTexts, did) ? doneTexts[did] : undefined;
  return (
    <main id="main" className="wrap pb-24 max-lg:pb-14">
      <Crumbs
        steps={[
          page.orderId
            ? { to: `/dashboard/orders/${page.orderId}`, label: "Your order" }
            : { to: "/accountSettings", label: "Account settings" },
          { label: "Somebody threatens me" },
        ]}
      />
      <Head page={page} />
      {done && <Notice tone="ok" live className="mb-6" title={done} />}
      {refused?.message && (
        <Notice tone="bad" live className="mb-6">
          {refused.message}
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_21rem] items-start gap-x-20 gap-y-12 max-lg:grid-cols-1 max-lg:gap-10">
        <div className="grid min-w-0 gap-12">
          {page.sealed ? (
            <ThreatReport
              sealed={page.sealed}
              page={page}
              errors={refused?.errors ?? {}}
              typed={refused?.values.text}
            />
          ) : (
            <>
              <FirstThree />
              {page.canSeal ? <ReportForm page={page} refused={refused} /> : <NotSealed />}
              <PicturesUpload page={page} />
            </>
          )}
        </div>
        <aside className="grid gap-9" aria-label="What happens">
          {(page.sealed || page.canSeal) && <SealedThings />}
          {!page.sealed && page.canSeal && <WhatWeDo within={counted(page.answerHours, "hour")} />}
          <NeverDone />
          <DangerNow />
        </aside>
      </div>
    </main>
  );
}
