import type { Family, PublicService } from "./service.ts";

export { type Family, families, type Preset, type PublicService, type Question } from "./service.ts";
export { catalogue } from "./shipped.ts";

export const addressOf = ({ family, slug }: Pick<PublicService, "family" | "slug">): string => `/${family}/${slug}`;

/**
 * What people call the four families. Two of them have a page of their own; `first` is the service that stands for the
 * others.
 */
export const familyNames: Readonly<
  Record<Family, { readonly name: string; readonly address: string; readonly first?: string }>
> = {
  "non-technical-writing": { name: "Non-technical writing", address: "/non-technical-writing" },
  "technical-writing": { name: "Technical writing", address: "/technical-writing" },
  coursework: { name: "Coursework", address: "/coursework/any-subject", first: "any-subject" },
  "quizzes-tests": { name: "Quizzes and tests", address: "/quizzes-tests/practice-tests", first: "practice-tests" },
};
