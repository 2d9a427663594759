import type { ReactNode } from "react";
import { inlineNodes } from "#src/modules/operator/index.screens.ts";
import type { HomeText } from "#src/modules/operator/index.server.ts";
import { type Calculation, exampleTotal, type Pricing } from "#src/modules/pricing/index.screens.ts";
import { formatUsd } from "#src/shared/money.ts";
import { FileText, Icon } from "#src/ui/icons.tsx";

const Brief = () => (
  <div className="mini">
    <span className="mini-file">
      <Icon of={FileText} />
      <span>
        Compare two theories…
        <small>5 pages, APA, 6 sources</small>
      </span>
    </span>
  </div>
);

/** What is drawn above each step, in their order. */
const scenes = (total: string): readonly ReactNode[] => [
  <div className="mini slipy" key="price">
    <span>Total</span>
    <b className="mini-sum" translate="no">
      {total}
    </b>
  </div>,
  <Brief key="brief" />,
  <div className="mini" key="kept">
    <span className="mini-stet">
      <b className="stet" translate="no">
        {total}
      </b>
      <em>kept</em>
    </span>
  </div>,
  <div className="mini mini-acts" key="acts">
    <span>In progress</span>
    <span className="a">Ready to read</span>
  </div>,
];

type Props = HomeText["steps"] & { pricing: Pricing; start: Calculation };

/** From the price to the finished work. The figure is the total of the calculator as the page opened. */
export const HowItGoes = ({ pricing, start, title, of }: Props) => {
  const cents = exampleTotal(pricing, start);
  const pictures = scenes(cents === null ? "" : formatUsd(cents));
  return (
    <section className="how defer-render" id="how" aria-labelledby="howh">
      <div className="wrap">
        <h2 className="d2" id="howh">
          {title}
        </h2>
        <ol className="steps">
          {of.map((step, at) => {
            // Two steps may have one title.
            const place = `${at} ${step.title}`;
            return (
              <li key={place}>
                <div className="scene" aria-hidden="true">
                  {pictures[at]}
                </div>
                <h3 className="t3">{step.title}</h3>
                <p>{inlineNodes(step.of)}</p>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
};
