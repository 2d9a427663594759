import { ArrowLink, LinkButton } from "#src/ui/button.tsx";
import { bandTexts } from "../domain/texts.ts";
import type { ShownExample } from "./example.server.ts";
import { MarkedParagraphs } from "./marked-text.tsx";
import { ReasonList } from "./reason-list.tsx";
import { Scale } from "./scale.tsx";

const half = "px-10 pt-7 pb-8 max-sm:px-5 max-sm:pt-5 max-sm:pb-6";

/** The checker on a page that sells: what it can and cannot say, by the same example. */
export const CheckerTeaser = ({ example: { text, words, report, highlights, why } }: { example: ShownExample }) => (
  <section className="defer-render border-t border-rule py-22 max-sm:py-14" aria-labelledby="aih">
    <div className="wrap">
      <div className="head2">
        <h2 className="d2" id="aih">
          A free AI check that can say “cannot tell”
        </h2>
        <p className="soft">
          Paste a text in English. You see which sentences look machine-made, why, and how often the checker is wrong.
        </p>
      </div>
      <div className="grid grid-cols-1 rounded-md border border-rule-strong bg-sheet lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className={`${half} [&_.page-text]:pt-2.5`}>
          <p className="small muted">{`Example, ${words} words, shortened`}</p>
          <MarkedParagraphs text={text} highlights={highlights} why={why} />
        </div>
        <div className={`${half} grid content-start gap-5 border-rule-strong max-lg:border-t lg:border-l`}>
          <h3 className="t2">{bandTexts[report.band].title}</h3>
          <Scale report={report} />
          <ReasonList why={why} />
          <p className="row [--gap:8px_20px]">
            <LinkButton to="/aichecker" variant="outline">
              Check a text
            </LinkButton>
            <ArrowLink to="/aichecker/how">How it works and where it fails</ArrowLink>
          </p>
        </div>
      </div>
    </div>
  </section>
);
