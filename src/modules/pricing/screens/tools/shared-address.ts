/** The address of the calculator with all of these answers in it; whoever opens it sees the same work and its price. */
export const sharedAddress = (raw: Readonly<Record<string, string>>): string =>
  `/?${new URLSearchParams(raw)}#calculator`;
