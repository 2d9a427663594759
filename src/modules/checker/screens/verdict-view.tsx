import type { ReactNode } from "react";
import { Link } from "react-router";
import { Notice } from "#src/ui/notice.tsx";
import { limitTexts, rateTexts } from "../domain/card.ts";
import type { Reasons } from "../domain/reasons.ts";
import type { Report } from "../domain/report.ts";
import {
  bandTexts,
  doubtTexts,
  foldedTexts,
  ledeOf,
  readTexts,
  registerText,
  type WhatWasRead,
  weakText,
} from "../domain/texts.ts";
import { RangeKey, ReasonList } from "./reason-list.tsx";
import { Scale } from "./scale.tsx";

/** What was folded before reading. */
const Folded = ({ report }: { report: Report }) => {
  const folded = foldedTexts(report.folded);
  return (
    folded.length > 0 && (
      <p className="small soft mt-4">
        {`The text holds ${folded.join(" and ")}. They were read as ordinary text. People do not type such characters by accident often, but copying from some programs adds them.`}
      </p>
    )
  );
};

type Props = WhatWasRead & {
  report: Report;
  why: Reasons;
  kind: string;
  /** The way to have read what was left out. */
  children?: ReactNode;
};

/** What was read and what was not; then the answer, where it stands, why, and how often it is wrong. */
export const VerdictView = ({ report, why, kind, children, ...notes }: Props) => {
  const { title } = bandTexts[report.band];
  const limitText = registerText(report);
  const texts = readTexts({ ...notes, report });
  return (
    <section aria-labelledby="verdict">
      {texts.length > 0 && (
        <div className="mb-6" id="what-was-read">
          {texts.map((text) => (
            <p key={text} className="small soft">
              {text}
            </p>
          ))}
          {children}
        </div>
      )}
      <h2 className="d3" id="verdict" tabIndex={-1} aria-describedby={texts.length > 0 ? "what-was-read" : undefined}>
        {title}
      </h2>
      <p className="lede mt-2">{ledeOf(report)}</p>
      {limitText && <p className="mt-4">{limitText}</p>}
      {report.weak && (
        <Notice tone="plain" className="mt-5" title="Too short for a reliable answer.">
          <p>{weakText}</p>
        </Notice>
      )}
      {report.doubts.map((doubt) => (
        <p key={doubt} className="mt-4">
          {doubtTexts[doubt]}
        </p>
      ))}
      <Scale report={report} className="mt-6" />
      <Folded report={report} />
      {why.reasons.length + why.others.length > 0 && (
        <>
          <h3 className="t2 mt-8">Why</h3>
          <ReasonList why={why} />
          {why.reasons.length > 0 && <RangeKey />}
        </>
      )}
      {report.rates.length > 0 && <Rates report={report} kind={kind} />}
      <p className="small mt-5">
        <Link to="/aichecker/how">How it works and where it fails</Link>
      </p>
    </section>
  );
};

/** How often “resembles machine-written text” was wrong, measured on texts that the models had not seen. */
const Rates = ({ report: { rates }, kind }: { report: Report; kind: string }) => {
  const [own, ...more] = rateTexts(rates, kind);
  if (!own) return null;
  return (
    <div className="mt-6 rounded-md border border-rule-strong bg-sheet px-5 pt-4 pb-4.5">
      <h3 className="t3">How often is it wrong?</h3>
      {[own, ...more].map((text) => (
        <p key={text} className="soft mt-1.5 text-[1rem]/6">
          {text}
        </p>
      ))}
    </div>
  );
};

/** What the answer cannot do, beside every answer. */
export const Limits = () => (
  <section
    className="mt-14 grid gap-x-10 gap-y-6 border-t border-rule-strong pt-8 sm:grid-cols-[1fr_1fr] lg:grid-cols-[12rem_repeat(4,minmax(0,1fr))]"
    aria-labelledby="limits"
  >
    <h2 className="t1 sm:col-[1/-1] lg:col-[1]" id="limits">
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
