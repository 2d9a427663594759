const spacings: Readonly<Record<string, string>> = { single: "Single", oneAndHalf: "One and a half", double: "Double" };

/** What was chosen in the form, as people read it: "multiple-choice" is "Multiple choice". Nothing stays nothing. */
export const choiceLabel = (chosen: string | null): string | null =>
  chosen && (spacings[chosen] ?? chosen.charAt(0).toUpperCase() + chosen.slice(1).replaceAll("-", " "));

/** What tutoring gives, where nothing but that is sold; null for every other order. */
export const tutoringLabel = (tutoring: boolean): string | null =>
  tutoring ? "Tutoring only: explanations, feedback, examples on other questions. No text to hand in." : null;
