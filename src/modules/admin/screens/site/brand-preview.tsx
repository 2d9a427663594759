import type { CSSProperties, ReactNode } from "react";
import { darkColours, lightColours, type Shades } from "#src/modules/operator/index.ts";
import { cx } from "#src/ui/class-names.ts";
import { Wordmark } from "#src/ui/wordmark.tsx";

const valuesOf = ({ pen, strong, tint, line }: Shades) =>
  ({
    "--color-pen": pen,
    "--color-pen-strong": strong,
    "--color-pen-tint": tint,
    "--color-pen-line": line,
  }) as CSSProperties;

type FrameProps = { theme: "light" | "dark"; colour: string; className?: string; children: ReactNode };

/** A picture of a page in one theme: nothing in it can be reached. */
const Frame = ({ theme, colour, className, children }: FrameProps) => {
  const { shades } = theme === "light" ? lightColours(colour) : darkColours(colour);
  return (
    <div className={cx("pv-frame", `pv-${theme}`, className)} style={valuesOf(shades)} inert>
      {children}
    </div>
  );
};

const Home = ({ name }: { name: string }) => (
  <>
    <div className="pv-bar">
      <Wordmark name={name} />
      <span className="pv-nav">
        <span>Services</span>
        <span>Questions</span>
      </span>
      <span className="pv-out">Sign in</span>
    </div>
    <div className="pv-body">
      <p className="pv-h">The price explains itself.</p>
      <p className="pv-l">Every line of the price, and the reason for it.</p>
      <div className="pv-row">
        <span className="btn btn-primary">Continue with this price</span>
        <span className="pv-link">All prices</span>
      </div>
    </div>
  </>
);

const Mail = ({ name, sender }: { name: string; sender: string }) => (
  <>
    <dl className="mailhead">
      <div>
        <dt>From</dt>
        <dd>{sender}</dd>
      </div>
      <div>
        <dt>Subject</dt>
        <dd>Your order is ready to read</dd>
      </div>
    </dl>
    <div className="mailbody">
      <p className="pv-from">{name}</p>
      <p>Hello Linh, version 2 is ready. You can read it and decide until Tue 8 December, 12:30.</p>
      <span className="btn btn-primary btn-sm">Read the work</span>
    </div>
  </>
);

/** How the draft would look: the home page in both themes, and an e-mail. */
export const BrandPreview = ({ colour, name, sender }: { colour: string; name: string; sender: string }) => (
  <aside className="pvcol" aria-labelledby="preview">
    <div className="pv-head">
      <h2 className="t3" id="preview">
        Preview of the draft
      </h2>
      <span className="small muted">nothing here can be pressed</span>
    </div>
    <h3 className="pv-t">Home, light</h3>
    <Frame theme="light" colour={colour}>
      <Home name={name} />
    </Frame>
    <h3 className="pv-t">Home, dark</h3>
    <Frame theme="dark" colour={colour}>
      <Home name={name} />
    </Frame>
    <h3 className="pv-t">E-mail</h3>
    <Frame theme="light" colour={colour}>
      <Mail name={name} sender={sender} />
    </Frame>
  </aside>
);
