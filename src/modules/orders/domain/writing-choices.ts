/** How sources are named in a text, by what an order keeps; people read the words. */
export const citationStyles = {
  apa: "APA 7",
  mla: "MLA 9",
  "chicago-notes": "Chicago, footnotes",
  "chicago-author-date": "Chicago, author and date",
  harvard: "Harvard",
  ieee: "IEEE",
  vancouver: "Vancouver",
  ama: "AMA 11",
  oscola: "OSCOLA",
  other: "Another one, named in my instructions",
} as const;
export type CitationStyle = keyof typeof citationStyles;

/** In which English a text is written, by its BCP 47 tag. */
export const languageVariants = {
  "en-US": "American English",
  "en-GB": "British English",
  "en-CA": "Canadian English",
  "en-AU": "Australian English",
  "en-NZ": "New Zealand English",
  other: "Another language, named in my instructions",
} as const;
export type LanguageVariant = keyof typeof languageVariants;

const withSources: readonly string[] = ["non-technical", "technical", "coursework", "custom"];
const withText: readonly string[] = [...withSources, "test"];

/** Which of the two an order of this service has; of the others nothing is asked and nothing kept. */
export const writingChoicesOf = (service: string): { citationStyle: boolean; languageVariant: boolean } => ({
  citationStyle: withSources.includes(service),
  languageVariant: withText.includes(service),
});

const short = (label: string): string => (label.startsWith("Another") ? "Named in the instructions" : label);

/** What was chosen, as client, writer and admin read it: "Named in the instructions" for what no list has. */
export const citationLabel = (chosen: CitationStyle | null): string | null => chosen && short(citationStyles[chosen]);
export const languageLabel = (chosen: LanguageVariant | null): string | null =>
  chosen && short(languageVariants[chosen]);
