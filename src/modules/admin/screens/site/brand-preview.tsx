import type { CSSProperties, ReactNode } from "react";
import type { BrandChoice } from "#src/modules/operator/index.server.ts";
import { darkColours, lightColours, type Shades } from "#src/modules/operator/index.ts";
import { cx } from "#src/ui/class-names.ts";
import { fitName, Mark } from "#src/ui/wordmark.tsx";
import { DraftPreview } from "./draft-notices.tsx";
import { addressOf } from "./marks-panel.tsx";

const valuesOf = ({ pen, strong, tint, line }: Shades) =>
  ({
    "--color-pen": pen,
    "--color-pen-strong": strong,
    "--color-pen-tint": tint,
    "--color-pen-line": line,
  }) as CSSProperties;

type FrameProps = { theme: "light" | "dark"; colour: string; className?: string; children: ReactNode };

/** A picture of a page in one theme: nothing in it can be reached. */
export const Frame = ({ theme, colour, className, children }: FrameProps) => {
  const { shades } = theme === "light" ? lightColours(colour) : darkColours(colour);
  return (
    <div className={cx("pv-frame", `pv-${theme}`, className)} style={valuesOf(shades)} inert>
      {children}
    </div>
  );
};

type Shown = { brand: BrandChoice; name: string };

/** The draft's logo, or mark and name; what is published has rules of its own (operator/brand/brand-files.ts). */
const Logo = ({ brand: { light, dark }, name, theme }: Shown & { theme: "light" | "dark" }) => {
  const logo = theme === "dark" ? (dark ?? light) : (light ?? dark);
  return (
    <span className="pv-mark">
      {logo ? (
        <img src={addressOf(logo)} alt="" />
      ) : (
        <>
          <Mark />
          <span>{fitName(name).text}</span>
        </>
      )}
    </span>
  );
};

const Home = ({ theme, ...shown }: Shown & { theme: "light" | "dark" }) => (
  <>
    <div className="pv-bar">
      <Logo {...shown} theme={theme} />
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

const Mail = ({ brand: { icon }, name, sender }: Shown & { sender: string }) => (
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
      <p className="pv-from">
        {icon && <img src={addressOf(icon)} alt="" />}
        {name}
      </p>
      <p>Hello Linh, version 2 is ready. You can read it and decide until Tue 8 December, 12:30.</p>
      <span className="btn btn-primary btn-sm">Read the work</span>
    </div>
  </>
);

/** How the draft would look: the home page in both themes, and an e-mail. */
export const BrandPreview = ({ colour, sender, ...shown }: Shown & { colour: string; sender: string }) => (
  <DraftPreview>
    <h3 className="pv-t">Home, light</h3>
    <Frame theme="light" colour={colour} className={`pair-${shown.brand.pair}`}>
      <Home {...shown} theme="light" />
    </Frame>
    <h3 className="pv-t">Home, dark</h3>
    <Frame theme="dark" colour={colour} className={`pair-${shown.brand.pair}`}>
      <Home {...shown} theme="dark" />
    </Frame>
    <h3 className="pv-t">E-mail</h3>
    <Frame theme="light" colour={colour}>
      <Mail {...shown} sender={sender} />
    </Frame>
  </DraftPreview>
);
