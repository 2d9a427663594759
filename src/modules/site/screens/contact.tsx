import { redirect } from "react-router";
import { askEnquiry } from "#src/modules/chat/index.server.ts";
import { blockNodes, inlineNodes, pageMeta, useFrame } from "#src/modules/operator/index.screens.ts";
import { pageFacts, shownPage } from "#src/modules/operator/index.server.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { plainCode } from "#src/shared/typed-code.ts";
import { PageHead, Prose, TermList } from "#src/ui/reading.tsx";
import { whatsappAddress } from "../domain/footer.ts";
import type { Route } from "./+types/contact.ts";
import { ContactForm, ContactSent } from "./contact-form.tsx";

const orderNumber = /^[A-Z0-9]{7}$/;

/** Without an address and an account the page is the same for all and kept; everything else is rendered for its request. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams;
  const number = plainCode(asked.get("order") ?? "");
  const order = orderNumber.test(number) ? number : null;
  const { viewer, runtime } = context.get(requestContext);
  const known: Record<string, string> = viewer.kind === "person" ? { name: viewer.name, email: viewer.email } : {};
  return {
    facts: await pageFacts(context, "/contact"),
    ...(await shownPage(runtime, "contact")),
    order,
    sent: asked.has("sent"),
    known: { ...known, ...(order && { order }) },
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { name = "", email = "", order = "", text = "", website = "" } = await textsOf(request);
  const typed = { name, email, order, text };
  const asked = await askEnquiry(context.get(requestContext), { ...typed, website });
  return asked.ok ? redirect("/contact?sent", 303) : refusedForm(asked, typed);
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

export default function Contact({ loaderData: { page, order, sent, known }, actionData }: Route.ComponentProps) {
  const lede = order
    ? "Write from the address of your account, so that we find you and the order."
    : page.lede && inlineNodes(page.lede);
  return (
    <main id="main" className="wrap page">
      <PageHead title={order ? `Ask about order ${order}` : page.title} lede={lede} />
      <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
        {sent && !actionData ? <ContactSent /> : <ContactForm answer={actionData} known={known} />}
        <Prose>{blockNodes(page.blocks, { "ways to reach us": <Channels order={order} /> })}</Prose>
      </div>
    </main>
  );
}
