import { serviceNames } from "#src/modules/pricing/index.screens.ts";

type Kind = keyof typeof serviceNames | "custom";

const kindOfWork = (service: Kind): string => (service === "custom" ? "Custom work" : serviceNames[service]);

/** One line on what the work is: "Papers, History, 6 pages". */
export const workLine = (work: { service: Kind; subject: string | null; pages: number | null }): string => {
  const pages = work.pages === null ? null : `${work.pages} ${work.pages === 1 ? "page" : "pages"}`;
  return [kindOfWork(work.service), work.subject, pages].filter(Boolean).join(", ");
};
