import type { ReactNode } from "react";
import { fitName, Mark } from "#src/ui/wordmark.tsx";

/** How a draft looks, beside its fields: pictures that nothing can be pressed in. */
export const DraftPreview = ({ children }: { children: ReactNode }) => (
  <aside className="top-6 xl:sticky" aria-labelledby="preview">
    <div className="flex items-baseline justify-between gap-3 border-b border-rule-strong pb-2">
      <h2 className="t3" id="preview">
        Preview of the draft
      </h2>
      <span className="small muted max-md:hidden">a picture, without links</span>
    </div>
    {children}
  </aside>
);

/** What a picture shows: "Home, light". */
export const PreviewTitle = ({ children }: { children: string }) => (
  <h3 className="mt-3 mb-1.5 text-sm/5 font-semibold text-ink-3">{children}</h3>
);

type ShopProps = {
  name: string;
  /** The address of a picture that stands in place of mark and name. */
  logo?: string | undefined;
};

/** The shop at the top and the foot of a page. */
export const ShopName = ({ name, logo }: ShopProps) => (
  <span className="inline-flex min-h-10 items-center gap-2 font-serif text-[1.125rem]/[1.25] font-medium tracking-[-0.015em] normal-nums">
    {logo ? (
      <img src={logo} alt="" className="h-6.5 max-w-[140px] object-contain object-left" />
    ) : (
      <>
        <Mark className="h-4.5 w-6 fill-none stroke-pen stroke-2" />
        <span>{fitName(name).text}</span>
      </>
    )}
  </span>
);

export const PreviewLink = ({ children }: { children: string }) => (
  <span className="text-(length:--text-sm) text-pen underline decoration-pen-line underline-offset-[0.2em]">
    {children}
  </span>
);

/** The first screen of a page: its title, a sentence, and below them what can be pressed there. */
export const TopOfPage = ({ title, lede, children }: { title: string; lede: string; children: ReactNode }) => (
  <div className="px-5 pt-5 pb-5.5">
    <p className="font-display text-[2rem]/9 font-[420] tracking-[-0.022em] normal-nums">{title}</p>
    <p className="mt-1.5 text-sm text-ink-2">{lede}</p>
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
  </div>
);

type MailHeadProps = { lines: Readonly<Record<string, ReactNode>>; translate?: "no" };

/** Who an e-mail is from, and what it is about. */
export const MailHead = ({ lines, translate }: MailHeadProps) => (
  <dl className="border-b border-rule-strong bg-well px-5 py-2.5 text-sm" translate={translate}>
    {Object.entries(lines).map(([label, words]) => (
      <div key={label} className="grid grid-cols-[4.25rem_minmax(0,1fr)]">
        <dt className="text-ink-3">{label}</dt>
        <dd className="wrap-anywhere">{words}</dd>
      </div>
    ))}
  </dl>
);
