import { Link, redirect } from "react-router";
import { askEnquiry } from "#src/modules/chat/index.server.ts";
import { pageMeta, useFrame } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
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
  const { viewer } = context.get(requestContext);
  const known: Record<string, string> = viewer.kind === "person" ? { name: viewer.name, email: viewer.email } : {};
  return {
    facts: await pageFacts(context, "/contact"),
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
  pageMeta(loaderData?.facts, "Contact", "How to reach support, and what to write so that the first answer helps.");

const subjectOf = (order: string | null): string => (order ? `?subject=${encodeURIComponent(`Order ${order}`)}` : "");

export default function Contact({ loaderData: { order, sent, known }, actionData }: Route.ComponentProps) {
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
  return (
    <main id="main" className="wrap page">
      <PageHead
        title={order ? `Ask about order ${order}` : "Contact"}
        lede={
          order
            ? "Write from the address of your account, so that we find you and the order."
            : "Write to us in your own words. You do not need an account to ask."
        }
      />
      <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
        {sent && !actionData ? <ContactSent /> : <ContactForm answer={actionData} known={known} />}
        <Prose>
          <h2>Other ways</h2>
          <TermList terms={channels} />
          <h2>What to write</h2>
          <ul>
            <li>The number of your order, if you have one</li>
            <li>What you expected, and what happened</li>
            <li>What you would like us to do, and by when</li>
          </ul>
          <p>Never send a password or the number of a card. We do not ask for them.</p>
          <h2>Quick answers</h2>
          <p>
            Prices, changes and money are explained on the pages <Link to="/faq">Questions</Link> and{" "}
            <Link to="/guarantees">Guarantees</Link>. A task that is not in the calculator can be sent as a{" "}
            <Link to="/custom">custom order</Link>.
          </p>
        </Prose>
      </div>
    </main>
  );
}
