import { counted } from "#src/shared/counted.ts";
import type { ShownWork } from "./workspace.server.ts";

type Named = Pick<ShownWork, "service" | "subject" | "pages" | "citedSources" | "wordCount"> & { serviceName: string };

const pagesCount: readonly string[] = ["non-technical", "technical", "custom"];
/** "Papers, History, 3 pages, 6 sources" */
export const workLabel = ({ service, serviceName, subject, pages, citedSources }: Named): string =>
  [
    serviceName,
    subject,
    pages !== null && pagesCount.includes(service) && counted(pages, "page"),
    citedSources !== null && citedSources > 0 && counted(citedSources, "source"),
  ]
    .filter(Boolean)
    .join(", ");
