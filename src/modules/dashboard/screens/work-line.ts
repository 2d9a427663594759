import { serviceNames } from "#src/modules/pricing/index.screens.ts";

type Kind = keyof typeof serviceNames | "custom";
type Work = { service: Kind; serviceName: string | null; subject: string | null; pages: number | null };

const kindOfWork = (service: Kind): string => (service === "custom" ? "Custom work" : serviceNames[service]);

/** One line on what the work is: "Essays, History, 6 pages"; by the name under which it was ordered, if it has one. */
export const workLine = ({ service, serviceName, subject, pages: count }: Work): string => {
  const pages = count === null ? null : `${count} ${count === 1 ? "page" : "pages"}`;
  return [serviceName ?? kindOfWork(service), subject, pages].filter(Boolean).join(", ");
};
