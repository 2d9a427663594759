import { rateTexts } from "../domain/rate-texts.ts";
import type { Report } from "../domain/report.ts";

/** How often “resembles machine-written text” was wrong, measured on texts that the models had not seen. */
export const Rates = ({ report: { rates }, kind }: { report: Report; kind: string }) => {
  const [own, ...more] = rateTexts(rates, kind);
  if (!own) return null;
  return (
    <>
      <h3 className="t2 mt-10">How often it is wrong</h3>
      <p className="mt-2">{own}</p>
      {more.map((text) => (
        <p key={text} className="mt-3">
          {text}
        </p>
      ))}
    </>
  );
};
