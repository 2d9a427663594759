import { coursework } from "./coursework.ts";
import { ownText } from "./own-text.ts";
import { papers } from "./papers.ts";
import { quizzesTests } from "./quizzes-tests.ts";
import type { Family, PublicService } from "./service.ts";
import { technical } from "./technical.ts";

export { type Family, families, type Preset, type PublicService, type Question } from "./service.ts";

/** Every public service, in the order in which lists show them. The only source of `serviceType`. */
export const catalogue: readonly PublicService[] = [
  ...papers,
  ...ownText,
  ...technical,
  ...coursework,
  ...quizzesTests,
];

export const addressOf = ({ family, slug }: Pick<PublicService, "family" | "slug">): string => `/${family}/${slug}`;

export const servicesIn = (family: Family): readonly PublicService[] =>
  catalogue.filter((service) => service.family === family);

/** The service of an address; undefined for an unknown one. Case does not matter. */
export const findService = (family: Family, slug: string): PublicService | undefined =>
  servicesIn(family).find((service) => service.slug === slug.toLowerCase());

/** What people call the four families. Two of them have a page of their own. */
export const familyNames: Readonly<Record<Family, { readonly name: string; readonly address: string }>> = {
  "non-technical-writing": { name: "Non-technical writing", address: "/non-technical-writing" },
  "technical-writing": { name: "Technical writing", address: "/technical-writing" },
  coursework: { name: "Coursework", address: "/coursework/any-subject" },
  "quizzes-tests": { name: "Quizzes and tests", address: "/quizzes-tests/practice-tests" },
};
