import { BellLink } from "#src/modules/notifications/index.screens.ts";
import { type Frame, useFrame } from "#src/modules/operator/index.screens.ts";
import { shippedLinks } from "#src/modules/operator/index.ts";
import { Footer } from "#src/ui/footer.tsx";
import { Masthead, type MastheadProps } from "#src/ui/masthead.tsx";
import type { NavItem } from "#src/ui/smart-link.tsx";
import { footerContact, footerLegal, footerServices, footerSocial, paymentNames } from "../domain/footer.ts";

/** The operator's order of it, or the product's. */
const menuOf = (frame: Frame | undefined): readonly NavItem[] => frame?.menu ?? shippedLinks.menu;

const earnings: NavItem = { to: "/dashboard/earnings", label: "Earnings" };

const support: NavItem = { to: "/dashboard#support", label: "Support" };
const roleItems = (role: number): readonly NavItem[] => [
  { to: "/dashboard", label: role === 2 ? "Your work" : "Your orders" },
  ...(role === 2 ? [earnings, support] : []),
  { to: "/aichecker", label: "AI checker" },
  ...(role === 3 ? [{ to: "/admin", label: "Admin" }] : []),
];

/** Where a person goes from page to page; the account's own menu has the rest. */
const ownItems = (role: number): readonly NavItem[] => [
  { to: "/dashboard", label: role === 2 ? "Your work" : "Orders", ...(role === 2 && { end: true }) },
  ...(role === 2 ? [earnings, support] : []),
  { to: "/aichecker", label: "AI checker" },
  ...(role === 2 ? [] : [{ to: "/#services", label: "Services" }]),
  { to: "/faq", label: "Help" },
  ...(role === 3 ? [{ to: "/admin", label: "Admin" }] : []),
];

const accountOf = (person: { name: string; email: string; role: number }): Pick<MastheadProps, "account"> => ({
  account: {
    name: person.name,
    email: person.email,
    signOut: "/signout",
    items: [...roleItems(person.role), { to: "/accountSettings", label: "Account settings" }],
  },
});

/** The masthead of public pages: for guests the way in, for people with an account the way to their orders. */
export const PublicMasthead = ({ chat }: Pick<MastheadProps, "chat">) => {
  const frame = useFrame();
  const person = frame?.person;
  return (
    <Masthead
      name={frame?.site.name ?? ""}
      items={menuOf(frame)}
      chat={chat}
      {...(person?.role === 2 ? {} : { action: { to: "/order", label: person ? "New order" : "Price an order" } })}
      {...(person
        ? { ...accountOf(person), bell: <BellLink to="/notices" /> }
        : { quiet: { to: "/login", label: "Sign in" } })}
    />
  );
};

/** The masthead of a person's own pages; `trail` stands on the way from order to payment. */
export const ClientMasthead = ({ trail, chat }: Pick<MastheadProps, "trail" | "chat">) => {
  const frame = useFrame();
  const person = frame?.person;
  const items = person ? ownItems(person.role) : menuOf(frame);
  const orders = person?.role !== 2 && !person?.waits;
  return (
    <Masthead
      name={frame?.site.name ?? ""}
      chat={chat}
      {...(trail ? { trail } : { items, theme: true })}
      {...(!trail && orders && { action: { to: "/order", label: "New order" } })}
      {...(person
        ? { ...accountOf(person), bell: <BellLink to="/notices" /> }
        : { quiet: { to: "/login", label: "Sign in" } })}
    />
  );
};

/** The colophon of public pages, checkout and checker. */
export const SiteFooter = () => {
  const { site, quick, services } = useFrame() ?? {};
  if (!site) return null;
  return (
    <Footer
      name={site.name}
      about="Help with academic writing and technical work. The price is shown line by line before you order."
      support={`Support answers ${site.hours}.`}
      services={services ?? footerServices}
      quick={quick ?? shippedLinks.quick}
      contact={footerContact(site)}
      social={footerSocial(site)}
      payments={paymentNames(site)}
      legal={footerLegal}
    />
  );
};
