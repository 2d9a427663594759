import { Link } from "react-router";
import { Notice } from "#src/ui/notice.tsx";
import { type Moved, movedText } from "../domain/moved.ts";
import { rateTexts } from "../domain/rate-texts.ts";
import type { Report } from "../domain/report.ts";
import { bandTexts, doubtTexts, foldedTexts, ledeOf, leftOutTexts, tooShortText, weakText } from "../domain/texts.ts";
import { Scale } from "./scale.tsx";

const Reasons = ({ moved }: { moved: readonly Moved[] }) => (
  <dl className="reasons">
    {moved.map((one) => (
      <div key={one.name}>
        <dt>{one.name}</dt>
        <dd>{movedText(one)}</dd>
      </div>
    ))}
  </dl>
);

const joined = (parts: readonly string[]): string => parts.join(", ").replace(/, ([^,]*)$/, " and $1");

/** What was not read, and what was folded before reading. */
const Reading = ({ report, more }: { report: Report; more: readonly string[] }) => {
  const left = [...leftOutTexts(report.left), ...more];
  const folded = foldedTexts(report.folded);
  return (
    <>
      {left.length > 0 && (
        <p className="small soft mt-4">{`Left out, because it is no running text: ${joined(left)}.`}</p>
      )}
      {folded.length > 0 && (
        <p className="small soft mt-4">
          {`The text holds ${joined(folded)}. They were read as ordinary text. People do not type such characters by accident often, but copying from some programs adds them.`}
        </p>
      )}
    </>
  );
};

type Props = { report: Report; kind: string; left: readonly string[] };

/** The answer, where it stands, why, and how often it is wrong. */
export const VerdictView = ({ report, kind, left }: Props) => {
  const { title } = bandTexts[report.band];
  return (
    <section className="verdict" aria-labelledby="verdict">
      <h2 className="d3" id="verdict" tabIndex={-1}>
        {title}
      </h2>
      <p className="lede mt-2">{ledeOf(report)}</p>
      {report.band === "too-short" && <p className="mt-3">{tooShortText}</p>}
      {report.weak && report.band !== "too-short" && (
        <Notice tone="plain" className="mt-5" title="Too short for a reliable answer.">
          <p>{weakText}</p>
        </Notice>
      )}
      {report.doubts.map((doubt) => (
        <p key={doubt} className="mt-4">
          {doubtTexts[doubt]}
        </p>
      ))}
      <Scale report={report} />
      <Reading report={report} more={left} />
      {report.moved.length > 0 && (
        <>
          <h3 className="t2 mt-10">What stands out in the style</h3>
          <Reasons moved={report.moved} />
        </>
      )}
      {report.rates.length > 0 && <Rates report={report} kind={kind} />}
      <p className="small mt-6">
        <Link to="/aichecker/how">How this works and where it fails</Link> <span aria-hidden="true">·</span>{" "}
        <Link to="/aichecker/card" className="nowrap">
          Model card
        </Link>
      </p>
    </section>
  );
};

/** How often “resembles machine-written text” was wrong, measured on texts that the models had not seen. */
const Rates = ({ report: { rates }, kind }: { report: Report; kind: string }) => {
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
