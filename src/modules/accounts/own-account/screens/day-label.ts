/** "3 March 2026" in a zone. */
export const dayLabel = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(at);
