import { Fragment } from "react";
import { inlineNodes } from "#src/modules/operator/index.screens.ts";
import type { HomeText } from "#src/modules/operator/index.server.ts";
import { Add, Cut } from "#src/ui/marks.tsx";
import { Ticks } from "#src/ui/ticks.tsx";

const corrections = [
  {
    usual: "A+ guaranteed!",
    ours: "Work that follows your brief, and revisions when it does not.",
    why: "Your teacher gives the grade. Nobody else can promise one.",
  },
  {
    usual: "100% undetectable!",
    ours: "A model to learn from, with sources that you can check.",
    why: "We sell help with studying. We do not sell ways around the rules of your school.",
  },
  {
    usual: "Only $9.99*",
    ours: "Every line of the price, before you pay.",
    why: "No star, and no small print below it.",
  },
] as const;

/** What others promise, struck, and what we say instead. */
export const Corrections = () => (
  <>
    <div className="head2">
      <h2 className="d2" id="fairh">
        Our corrections to the usual promises
      </h2>
    </div>
    <div className="corr">
      {corrections.map(({ usual, ours, why }) => (
        <Fragment key={usual}>
          <p className="corr-del">
            <Cut>{usual}</Cut>
          </p>
          <div className="corr-add">
            <p>
              <Add>{ours}</Add>
            </p>
            <p className="soft">{why}</p>
          </div>
        </Fragment>
      ))}
    </div>
  </>
);

type Props = Pick<HomeText, "promises" | "asks">;

/** Both sides of the bargain. */
export const HoldUsTo = ({ promises, asks }: Props) => (
  <div className="terms">
    <div>
      <h3 className="t2">{promises.title}</h3>
      <Ticks items={promises.of.map((words) => inlineNodes(words))} />
    </div>
    <div>
      <h3 className="t2">{asks.title}</h3>
      <Ticks plain items={asks.of.map((words) => inlineNodes(words))} />
    </div>
  </div>
);
