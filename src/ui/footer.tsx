import { type ReactNode, useId } from "react";
import { type LinkItem, SmartLink } from "./smart-link.tsx";
import { ThemeSwitch } from "./theme.tsx";
import { Wordmark } from "./wordmark.tsx";

export type FooterProps = {
  name: string;
  /** A sentence about the shop. */
  about: ReactNode;
  /** When support answers. */
  support?: ReactNode;
  services: readonly LinkItem[];
  quick: readonly LinkItem[];
  contact: readonly LinkItem[];
  social?: readonly LinkItem[];
  /** Names of the ways to pay. */
  payments: readonly string[];
  legal: readonly LinkItem[];
};

const Links = ({ title, items }: { title: string; items: readonly LinkItem[] }) => {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.to}>
            <SmartLink {...item} />
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** The colophon: services, quick links, contact, social, ways to pay, legal pages. */
export const Footer = ({
  name,
  about,
  support,
  services,
  quick,
  contact,
  social = [],
  payments,
  legal,
}: FooterProps) => (
  <footer className="foot defer-render">
    <div className="wrap">
      <div className="foot-grid">
        <div className="max-lg:col-span-full">
          <Wordmark name={name} to="/" />
          <p className="mt-3 max-w-68 text-[1rem]/6 text-ink-2">{about}</p>
          {support && <p className="strong mt-3 max-w-68 text-[1rem]/6 text-ink">{support}</p>}
        </div>
        <Links title="Services" items={services} />
        <Links title="Quick links" items={quick} />
        <Links title="Contact" items={contact} />
        <Links title="Social" items={social} />
      </div>
      <div className="foot-end">
        {payments.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <span>We accept</span>
            {payments.map((method) => (
              <b
                key={method}
                className="rounded-xs border border-rule-strong bg-sheet px-2.5 py-[3px] font-medium text-ink-2"
              >
                {method}
              </b>
            ))}
            <span>in US dollars</span>
          </div>
        )}
        <ThemeSwitch />
        <nav aria-label="Legal">
          {legal.map((item) => (
            <SmartLink key={item.to} {...item} />
          ))}
        </nav>
      </div>
    </div>
  </footer>
);
