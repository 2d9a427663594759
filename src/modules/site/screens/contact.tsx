import { Link, redirect } from "react-router";
import { askEnquiry } from "#src/modules/chat/index.server.ts";
import { blockNodes, inlineNodes, pageMeta, useFrame } from "#src/modules/operator/index.screens.ts";
import { pageFacts, shownPage } from "#src/modules/operator/index.server.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { pageUrl } from "#src/platform/respond.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { plainCode } from "#src/shared/typed-values.ts";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHead, Prose, TermList } from "#src/ui/reading.tsx";
import { useMended } from "#src/ui/use-mended.ts";
import { whatsappAddress } from "../domain/footer.ts";
import type { Route } from "./+types/contact.ts";

/** What is asked for, and where it is sent. */
type Asks = { title: string; action: string; text: string; hint?: string; order: boolean; send: string };

type Props = { asks: Asks; answer: RefusedForm | undefined; known: Readonly<Record<string, string>> };

/** A question or a report without an account. The whole page is sent: a lost connection then keeps what was typed. */
const ContactForm = ({ asks, answer, known }: Props) => {
  const labels = { name: "Name", email: "E-mail", order: "Order number", text: asks.text };
  const { answer: now, since, onInput } = useMended(answer);
  const { errors = {}, message, values = known } = now ?? {};
  return (
    <section aria-labelledby="ask">
      <h2 className="t1" id="ask">
        {asks.title}
      </h2>
      {answer && (
        <div className="mt-5">
          <ErrorSummary errors={errors} labels={labels} message={message} since={since} />
        </div>
      )}
      <Form
        method="post"
        action={asks.action}
        reloadDocument
        className="stack mt-5 [--gap:20px]"
        noValidate
        onInput={onInput}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="name" label="Name" error={errors.name}>
            <Input autoComplete="name" required maxLength={100} defaultValue={values.name} />
          </Field>
          <Field name="email" label="E-mail" error={errors.email}>
            <Input type="email" autoComplete="email" required maxLength={254} defaultValue={values.email} />
          </Field>
        </div>
        {asks.order && (
          <Field
            name="order"
            label="Order number"
            hint="If you have one: seven letters and digits."
            error={errors.order}
            optional
          >
            <Input autoComplete="off" maxLength={40} className="max-w-48" defaultValue={values.order} />
          </Field>
        )}
        <Field name="text" label={asks.text} hint={asks.hint} error={errors.text}>
          <Textarea rows={6} required maxLength={10_000} defaultValue={values.text} />
        </Field>
        <div hidden>
          <label htmlFor="website">Leave this empty</label>
          <input id="website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <div>
          <Button>{asks.send}</Button>
        </div>
        <p className="small muted">
          We answer by e-mail, and use your address for nothing else. More in the{" "}
          <Link to="/privacy-policy">privacy policy</Link>.
        </p>
      </Form>
    </section>
  );
};

const ContactSent = ({ asks }: { asks: Asks }) => (
  <Notice tone="ok" live title={asks.order ? "We have your question." : "We have your report."} className="self-start">
    <p>
      We answer by e-mail to the address that you gave.{" "}
      <Link to={asks.action}>{asks.order ? "Ask something else" : "Report something else"}</Link>
    </p>
  </Notice>
);

const orderNumber = /^[A-Z0-9]{7}$/;

/** The two pages with this form: a question to Support, and a report of somebody who teaches. */
const pages = {
  question: {
    name: "contact",
    asks: {
      ...{ title: "Ask a question", action: "/contact", text: "Question" },
      ...{ order: true, send: "Send the question" },
    },
  },
  report: {
    name: "honest-use-teachers",
    asks: {
      ...{ title: "Report a text", action: "/honest-use/teachers", text: "What you found" },
      hint: "Two or three whole sentences, where you found them, and the day of the exam or the due date.",
      ...{ order: false, send: "Send the report" },
    },
  },
} as const;

const aboutOf = (request: Request): keyof typeof pages =>
  pageUrl(request).pathname.toLowerCase().startsWith("/honest-use") ? "report" : "question";

/** Without an address and an account the page is the same for all and kept; everything else is rendered for its request. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams;
  const number = plainCode(asked.get("order") ?? "");
  const { name, asks } = pages[aboutOf(request)];
  const order = asks.order && orderNumber.test(number) ? number : null;
  const { viewer, runtime } = context.get(requestContext);
  const known: Record<string, string> = viewer.kind === "person" ? { name: viewer.name, email: viewer.email } : {};
  return {
    facts: await pageFacts(context, asks.action),
    ...(await shownPage(runtime, name)),
    asks,
    order,
    sent: asked.has("sent"),
    known: { ...known, ...(order && { order }) },
  };
}

/** Keeps it for the people who answer; one network sends as many of both as its budget says. */
export async function action({ context, request }: Route.ActionArgs) {
  const { name = "", email = "", order = "", text = "", website = "" } = await textsOf(request);
  const typed = { name, email, order, text };
  const about = aboutOf(request);
  const asked = await askEnquiry(context.get(requestContext), { ...typed, website, about });
  return asked.ok ? redirect(`${pages[about].asks.action}?sent`, 303) : refusedForm(asked, typed);
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.facts, loaderData.title, loaderData.description) : [];

const subjectOf = (order: string | null): string => (order ? `?subject=${encodeURIComponent(`Order ${order}`)}` : "");

/** How to reach the shop besides the form: what is set. */
const Channels = ({ order }: { order: string | null }) => {
  const site = useFrame()?.site;
  const channels = [
    ...(site?.email
      ? [{ key: "mail", term: "E-mail", value: <a href={`mailto:${site.email}${subjectOf(order)}`}>{site.email}</a> }]
      : []),
    ...(site?.phone
      ? [{ key: "phone", term: "Phone", value: <a href={`tel:${site.phone.replace(/[^\d+]/g, "")}`}>{site.phone}</a> }]
      : []),
    ...(site?.whatsapp
      ? [
          {
            key: "whatsapp",
            term: "WhatsApp",
            value: <a href={whatsappAddress(site.whatsapp)}>{`+${site.whatsapp}`}</a>,
          },
        ]
      : []),
    ...(site?.address ? [{ key: "address", term: "Address", value: site.address }] : []),
    { key: "hours", term: "Hours", value: site?.hours ?? "" },
  ];
  return <TermList terms={channels} />;
};

export default function Contact({ loaderData: { page, asks, order, sent, known }, actionData }: Route.ComponentProps) {
  const lede = order
    ? "Write from the address of your account, so that we find you and the order."
    : page.lede && inlineNodes(page.lede);
  return (
    <main id="main" className="wrap page">
      <PageHead title={order ? `Ask about order ${order}` : page.title} lede={lede} />
      <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
        {sent && !actionData ? (
          <ContactSent asks={asks} />
        ) : (
          <ContactForm asks={asks} answer={actionData} known={known} />
        )}
        <Prose>{blockNodes(page.blocks, { "ways to reach us": <Channels order={order} /> })}</Prose>
      </div>
    </main>
  );
}
