/** What an order requires beside the work, and the error where it is missing. */
export const briefAsks = {
  title: "Copy the title or the question from your task.",
  instructions: "Write at least one sentence about what the text must contain.",
  country: "Choose the country where you study.",
  consent: "Accept the promise and confirm your age to continue.",
} as const;

type BriefField = keyof typeof briefAsks;

const isBriefField = (name: string): name is BriefField => Object.hasOwn(briefAsks, name);

/** What is wrong with a field of the brief as it stands; undefined when nothing is, or when it is another field. */
export const briefError = (name: string, value: string): string | undefined =>
  isBriefField(name) && value.trim() === "" ? briefAsks[name] : undefined;
