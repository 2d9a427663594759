import { ArrowLink, LinkButton } from "#src/ui/button.tsx";
import { bandTexts } from "../domain/texts.ts";
import type { ShownExample } from "./example.server.ts";
import { MarkedParagraphs } from "./marked-text.tsx";
import { ReasonList } from "./reason-list.tsx";
import { Scale } from "./scale.tsx";

/** The checker on a page that sells: what it can and cannot say, by the same example. */
export const CheckerTeaser = ({ example: { text, words, report, highlights, why } }: { example: ShownExample }) => (
  <section className="checker-teaser defer-render" aria-labelledby="aih">
    <div className="wrap">
      <div className="head2">
        <h2 className="d2" id="aih">
          A free AI check that can say “cannot tell”
        </h2>
        <p className="soft">
          Paste a text in English. You see which sentences look machine-made, why, and how often the checker is wrong.
        </p>
      </div>
      <div className="ai-mini">
        <div>
          <p className="small muted">{`Example, ${words} words, shortened`}</p>
          <MarkedParagraphs text={text} highlights={highlights} why={why} />
        </div>
        <div className="ans">
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
