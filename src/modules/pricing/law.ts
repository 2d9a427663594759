import { z } from "zod";
import { defineSetting } from "#src/platform/settings.ts";
import { countryName } from "#src/shared/countries.ts";
import { type Offer, offers, type Shop } from "./settings.ts";

/** Countries whose law limits the sale of written work to students: ISO 3166-1 codes. */
export const lawCountries = ["GB", "AU"] as const;
type LawCountry = (typeof lawCountries)[number];

/** What the operator sells there, in the words of the page of settings. Not chosen yet: it is off. */
export const lawChoices = {
  open: "not chosen yet: off",
  sell: "sell",
  tutoring: "sell as tutoring only",
  off: "off",
} as const;
type LawChoice = keyof typeof lawChoices;

const choice = z.enum(Object.keys(lawChoices) as LawChoice[]);
const choices = z.strictObject({
  "non-technical": choice,
  technical: choice,
  programming: choice,
  calculations: choice,
  coursework: choice,
  quiz: choice,
  test: choice,
  custom: choice,
} satisfies Record<Offer, typeof choice>);
const countryLaw = z.strictObject({ note: z.string().trim().max(600), services: choices });
const lawSchema = z.strictObject({ GB: countryLaw, AU: countryLaw });
export type Law = z.infer<typeof lawSchema>;

/** A practice paper is nothing to hand in. */
const atFirst: z.infer<typeof choices> = {
  ...{ "non-technical": "open", technical: "open", programming: "open", calculations: "open" },
  ...{ coursework: "open", quiz: "sell", test: "sell", custom: "open" },
};

export const lawSetting = defineSetting<Law>({
  key: "shop.law",
  meaning: "what is sold in countries whose law limits the sale of written work to students, and the note of the form",
  schema: lawSchema,
  default: {
    GB: {
      note: "In England the law forbids anyone to sell, or to advertise, work that a student hands in as the student’s own (Skills and Post-16 Education Act 2022). It does not hold in Scotland, Wales and Northern Ireland. Your school has rules of its own, too.",
      services: atFirst,
    },
    AU: {
      note: "In Australia the law forbids anyone to sell, or to advertise, work that a student of higher education hands in as the student’s own (Tertiary Education Quality and Standards Agency Act 2011, sections 114A and 114B). Your school has rules of its own, too.",
      services: atFirst,
    },
  },
});

const isLawCountry = (country: string): country is LawCountry => (lawCountries as readonly string[]).includes(country);

export type Sold = "sell" | "tutoring" | "off";

/** What of this service is sold to somebody who studies in this country. */
export function soldIn(country: string, offer: Offer, { law, shop }: { law: Law; shop: Shop }): Sold {
  if (shop.off.some(({ service, countries }) => service === offer && countries.includes(country))) return "off";
  if (!isLawCountry(country)) return "sell";
  const chosen = law[country].services[offer];
  return chosen === "open" ? "off" : chosen;
}

/** How many choices the operator has not made yet. */
export const openChoices = (law: Law): number =>
  lawCountries.reduce((sum, country) => sum + offers.filter((one) => law[country].services[one] === "open").length, 0);

const placeName = (country: string): string =>
  country === "GB" || country === "US" ? `the ${countryName(country)}` : countryName(country);

/** Beside the country of a form. */
export const notSoldIn = (country: string): string => notOfferedIn(placeName(country));
const notOfferedIn = (place: string): string => `We do not offer this service in ${place}.`;

/** Beside the country where the form had not said so. */
export const onlyTutoringIn = (country: string): string =>
  `In ${placeName(country)} we offer this as tutoring only. Read the note below the country, then send the form again.`;

/** To an admin: since the client asked, this became tutoring only. */
export const onlyTutoringNow = (country: string): string =>
  `In ${placeName(country)} we offer this as tutoring only now, and the client has not read that.`;

const soldTexts = {
  sell: () => "Use what you get to learn from. Do not hand it in.",
  tutoring: (place: string) =>
    `In ${place} we offer this as tutoring only: your writer explains the topic, comments on your own text and works through examples on other questions. You get no text to hand in.`,
  off: notOfferedIn,
} satisfies Record<Sold, (place: string) => string>;

/** What an order form says about these countries; the note of the chosen one is seen. */
export type LawNotes = {
  notes: readonly { country: string; tone: "info" | "warn"; message: string; law: string }[];
  /** Where this is sold as tutoring only; the form sends it back. */
  tutoringIn: string;
};

/** What an order form of this service says about the law. */
export function lawNotes(offer: Offer, rules: { law: Law; shop: Shop }): LawNotes {
  const sold = lawCountries.map((country) => ({ country, as: soldIn(country, offer, rules) }));
  const notes = sold.map(({ country, as }) => {
    const paper = as === "off" && soldIn(country, "quiz", rules) === "sell";
    const instead = paper ? " You can order a practice paper with worked solutions." : "";
    return {
      country,
      tone: as === "sell" ? ("info" as const) : ("warn" as const),
      message: soldTexts[as](placeName(country)) + instead,
      law: rules.law[country].note,
    };
  });
  const tutoring = sold.filter(({ as }) => as === "tutoring");
  return { notes, tutoringIn: tutoring.map(({ country }) => country).join(" ") };
}
