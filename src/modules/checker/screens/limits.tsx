import { limitTexts } from "../domain/limit-texts.ts";

/** What the answer cannot do, beside every answer. */
export const Limits = () => (
  <section className="aic-limits" aria-labelledby="limits">
    <h2 className="t1" id="limits">
      What this cannot do
    </h2>
    {limitTexts.map(({ title, text }) => (
      <div key={title}>
        <h3 className="strong">{title}</h3>
        <p className="soft">{text}</p>
      </div>
    ))}
  </section>
);
