import { redirect } from "react-router";
import { askEnquiry } from "#src/modules/chat/index.server.ts";
import { blockNodes, inlineNodes, pageMeta, useFrame } from "#src/modules/operator/index.screens.ts";
import { pageFacts, shownPage } from "#src/modules/operator/index.server.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { pageUrl } from "#src/platform/respond.ts";
import { plainCode } from "#src/shared/typed-values.ts";
import { PageHead, Prose, TermList } from "#src/ui/reading.tsx";
import { whatsappAddress } from "../domain/footer.ts";
import type { Route } from "./+types/contact.ts";
import { ContactForm, ContactSent } from "./contact-form.tsx";

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
