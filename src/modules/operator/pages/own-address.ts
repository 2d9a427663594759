/** First words of addresses that the product has itself: a page with one of them as its name would be taken for that one. */
const listed: ReadonlySet<string> = new Set(
  `about accessibility accountsettings admin aichecker api assets auth brand checkout confirm-identity contact coursework
  csp-report custom dashboard email-change embed faq favicon files guarantees health healthz hiring home honest-use keep-second-factor
  licence login mailbox manifest metrics non-technical-writing notices offline og order orders pages passreset prices
  privacy-policy quizzes-tests quizzesorder readyz register robots samples sandbox see-as setup signout sitemap start
  technical-writing terms terms-of-service webhooks`.split(/\s+/),
);

const form = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const most = 60;

/** A name for the address of a page, from its title. */
function slugFrom(title: string): string {
  const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll("\u00df", "ss").toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, "-").slice(0, most - 4);
  return slug.replaceAll(/^-+|-+$/g, "") || "page";
}

/** What else an address below `/pages/` may not be: names of services, and those that lead to another own page. */
export type OtherAddresses = { services: readonly string[]; taken: readonly { slug: string; label: string }[] };

/** The first of "terms-2", "terms-3" … that nothing has. */
function free(slug: string, others: OtherAddresses): string {
  for (let number = 2; ; number += 1) {
    const next = `${slug.slice(0, most - 4)}-${number}`;
    if (!reasonAgainst(next, others)) return next;
  }
}

function reasonAgainst(slug: string, { services, taken }: OtherAddresses): string | null {
  if (listed.has(slug) || services.includes(slug)) return `The shop itself has a page with the address “${slug}”.`;
  const other = taken.find((one) => one.slug === slug);
  return other ? `“${slug}” leads to your page “${other.label}”.` : null;
}

/** Why a page cannot have this address, in words; null: it can. */
export function slugProblem(slug: string, others: OtherAddresses): string | null {
  if (slug === "") return "Write an address, such as how-to-use.";
  if (slug.length > most) return `At most ${most} characters. It has ${slug.length}.`;
  if (!form.test(slug)) return `Use small letters, digits and single hyphens, such as ${slugFrom(slug)}.`;
  const reason = reasonAgainst(slug, others);
  return reason && `${reason} Choose another, such as ${free(slug, others)}.`;
}

/** The address that a new page gets from its title. */
export function newSlug(title: string, others: OtherAddresses): string {
  const slug = slugFrom(title);
  return reasonAgainst(slug, others) ? free(slug, others) : slug;
}
