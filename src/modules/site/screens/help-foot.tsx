import { Link } from "react-router";
import { useFrame } from "#src/modules/operator/index.screens.ts";
import { SignOut } from "#src/ui/masthead.tsx";
import type { LinkItem } from "#src/ui/smart-link.tsx";
import { footerLegal } from "../domain/footer.ts";

const Links = ({ title, items }: { title: string; items: readonly LinkItem[] }) => (
  <nav aria-label={title}>
    <h2>{title}</h2>
    <ul>
      {items.map(({ to, label }) => (
        <li key={to}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    </ul>
  </nav>
);

const help: readonly LinkItem[] = [
  { to: "/faq", label: "Questions" },
  { to: "/guarantees", label: "Guarantees and refunds" },
  { to: "/contact", label: "Contact" },
];
const services: readonly LinkItem[] = [
  { to: "/#services", label: "All services and prices" },
  { to: "/custom", label: "Custom order" },
  { to: "/aichecker", label: "AI checker" },
];

/** The line of help at the end of a person's own pages; the whole footer stands on public pages. */
export const HelpFoot = () => {
  const person = useFrame()?.person;
  if (!person) return null;
  const writer = person.role === 2;
  return (
    <footer className="foot slim no-print">
      <div className="wrap">
        <div className="helpfoot">
          <div>
            <h2>{writer ? "Help with your work" : "Help with an order"}</h2>
            <p>
              {writer
                ? "Write to Support on the page of your order. Support sees the order and answers day and night."
                : "Write to us on the page of your order. Support sees the order and answers there, day and night."}
            </p>
          </div>
          <Links title="Help" items={help} />
          {!writer && <Links title="Services" items={services} />}
          <nav aria-label="Account">
            <h2>Account</h2>
            <ul>
              <li>
                <Link to="/accountSettings">Settings</Link>
              </li>
              <li>
                <Link to="/accountSettings/notices">E-mails</Link>
              </li>
              <li>
                <SignOut action="/signout" />
              </li>
            </ul>
          </nav>
        </div>
        <div className="foot-end">
          <nav aria-label="Legal">
            {footerLegal.map(({ to, label }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </nav>
        </div>
      </div>
    </footer>
  );
};
