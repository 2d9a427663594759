/** The page that orders a service. */
export const pathOf = (service: string): string =>
  service === "custom" ? "/custom" : service === "quiz" || service === "test" ? "/quizzesorder" : "/order";
