import { Link } from "react-router";
import { TermList } from "#src/ui/reading.tsx";
import { whatsappAddress } from "../domain/footer.ts";
import type { Route } from "./+types/contact.ts";
import { useFrame } from "./frame.ts";
import { InfoPage } from "./info-page.tsx";
import { pageFacts } from "./page-facts.server.ts";
import { pageMeta } from "./page-meta.ts";

const orderNumber = /^[A-Za-z0-9]{7}$/;

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get("order") ?? "";
  return { facts: await pageFacts(context, "/contact"), order: orderNumber.test(asked) ? asked.toUpperCase() : null };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.facts, "Contact", "How to reach support, and what to write so that the first answer helps.");

const subjectOf = (order: string | null): string => (order ? `?subject=${encodeURIComponent(`Order ${order}`)}` : "");

export default function Contact({ loaderData: { order } }: Route.ComponentProps) {
  const site = useFrame()?.site;
  const ways = [
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
    { key: "hours", term: "Hours", value: "24 hours a day, 7 days a week" },
  ];
  return (
    <InfoPage
      title={order ? `Ask about order ${order}` : "Contact"}
      lede={
        order
          ? `Write to us from the address of your account. The number ${order} stands in the subject, so that we find the order.`
          : "Write to us in your own words. You do not need an account to ask."
      }
    >
      <TermList terms={ways} />
      <h2>What to write</h2>
      <ul>
        <li>
          {order
            ? `The number of the order: ${order}`
            : "The number of your order, if you have one: seven letters and digits"}
        </li>
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
    </InfoPage>
  );
}
