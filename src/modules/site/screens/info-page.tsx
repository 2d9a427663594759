import type { ReactNode } from "react";
import { PageHead, Prose } from "#src/ui/reading.tsx";

/** A page of information: title, a sentence, and text in a readable measure. */
export const InfoPage = ({ title, lede, children }: { title: string; lede?: ReactNode; children: ReactNode }) => (
  <main id="main" className="wrap page">
    <PageHead title={title} lede={lede} />
    <Prose>{children}</Prose>
  </main>
);
