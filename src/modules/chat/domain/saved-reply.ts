const variables = ["name", "order"] as const;
type Values = Readonly<Partial<Record<(typeof variables)[number], string>>>;

/** Fills {name} and {order}; a variable without a value stays as it is, so that nobody sends a gap. */
export const fillReply = (text: string, values: Values): string =>
  text.replace(/\{(name|order)\}/g, (whole, key: keyof Values) => values[key] ?? whole);
