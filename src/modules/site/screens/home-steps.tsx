import type { ReactNode } from "react";
import { type Calculation, exampleTotal, type Pricing } from "#src/modules/pricing/index.screens.ts";
import { formatUsd } from "#src/shared/money.ts";
import { FileText, Icon } from "#src/ui/icons.tsx";

const Step = ({ title, scene, children }: { title: string; scene: ReactNode; children: ReactNode }) => (
  <li>
    <div className="scene" aria-hidden="true">
      {scene}
    </div>
    <h3 className="t3">{title}</h3>
    <p>{children}</p>
  </li>
);

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

/** From the price to the finished work. The figure is the total of the calculator as the page opened. */
export const HowItGoes = ({ pricing, start }: { pricing: Pricing; start: Calculation }) => {
  const cents = exampleTotal(pricing, start);
  const total = cents === null ? "" : formatUsd(cents);
  return (
    <section className="how defer-render" id="how" aria-labelledby="howh">
      <div className="wrap">
        <h2 className="d2" id="howh">
          How an order goes
        </h2>
        <ol className="steps">
          <Step
            title="See the price"
            scene={
              <div className="mini slipy">
                <span>Total</span>
                <b className="mini-sum" translate="no">
                  {total}
                </b>
              </div>
            }
          >
            Change anything, and the price follows. You need no account to see it.
          </Step>
          <Step title="Write your brief" scene={<Brief />}>
            Say what the task is, in the exact words of your teacher, and when you need it.
          </Step>
          <Step
            title="Pay the price you saw"
            scene={
              <div className="mini">
                <span className="mini-stet">
                  <b className="stet" translate="no">
                    {total}
                  </b>
                  <em>kept</em>
                </span>
              </div>
            }
          >
            The price is locked when you place the order. The dotted line means: this price does not change.
          </Step>
          <Step
            title="Follow it, then read"
            scene={
              <div className="mini mini-acts">
                <span>In progress</span>
                <span className="a">Ready to read</span>
              </div>
            }
          >
            Your order page shows each step. You find the finished text there, and what you can do if it does not follow
            your brief.
          </Step>
        </ol>
      </div>
    </section>
  );
};
