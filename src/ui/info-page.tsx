import type { ReactNode } from "react";
import { PageHead, Prose } from "#src/ui/reading.tsx";

type Props = {
  title: string;
  lede?: ReactNode;
  /** Short sections: their titles stand beside them where there is room. */
  sections?: boolean;
  children: ReactNode;
};

/** A page of information: title, a sentence, and text in a readable measure. */
export const InfoPage = ({ title, lede, sections = false, children }: Props) => (
  <main id="main" className="wrap page">
    <PageHead title={title} lede={lede} />
    <Prose className={sections ? "beside" : ""}>{children}</Prose>
  </main>
);
