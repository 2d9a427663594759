import type { MetaDescriptor } from "react-router";
import type { Frame } from "#src/modules/operator/index.screens.ts";
import { type AskedQuestion, answerText } from "./asked-questions.tsx";

/** What search engines read of a page beside its words (schema.org): facts that the page shows, no ratings and no reviews. */
const structured = (type: string, facts: object): MetaDescriptor => ({
  "script:ld+json": { "@context": "https://schema.org", "@type": type, ...facts },
});

type Shop = Pick<Frame["site"], "name" | "legalName" | "social">;

/** Who runs the shop. `home`: its address. */
export const organization = ({ name, legalName, social }: Shop, home: string): MetaDescriptor => {
  const sameAs = Object.values(social).filter(Boolean);
  return structured("Organization", {
    name,
    ...(legalName && legalName !== name && { legalName }),
    url: home,
    ...(sameAs.length > 0 && { sameAs }),
  });
};

type Step = { label: string; to: string };

/** The way from the home page to this one. */
export const breadcrumbs = (steps: readonly Step[], canonical: string): MetaDescriptor =>
  structured("BreadcrumbList", {
    itemListElement: [{ label: "Home", to: "/" }, ...steps].map(({ label, to }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name: label,
      item: new URL(to, canonical).href,
    })),
  });

type Sold = { name: string; summary: string; shop: string; canonical: string; cents: number | null };

/** A service, with the price that its calculator begins with. */
export const soldService = ({ name, summary, shop, canonical, cents }: Sold): MetaDescriptor =>
  structured("Service", {
    name,
    description: summary,
    url: canonical,
    provider: { "@type": "Organization", name: shop, url: new URL("/", canonical).href },
    ...(cents !== null && {
      offers: { "@type": "Offer", price: (cents / 100).toFixed(2), priceCurrency: "USD", url: canonical },
    }),
  });

/** Questions with their answers, as the page shows them. */
export const questionList = (questions: readonly AskedQuestion[]): MetaDescriptor[] =>
  questions.length === 0
    ? []
    : [
        structured("FAQPage", {
          mainEntity: questions.map(({ ask, answer }) => ({
            "@type": "Question",
            name: ask,
            acceptedAnswer: { "@type": "Answer", text: answerText(answer) },
          })),
        }),
      ];
