import type { CSSProperties, ReactNode } from "react";
import type { BrandChoice } from "#src/modules/operator/index.server.ts";
import { darkColours, lightColours, type Shades } from "#src/modules/operator/index.ts";
import { cx } from "#src/ui/class-names.ts";
import { addressOf } from "./marks-panel.tsx";
import { DraftPreview, MailHead, PreviewLink, PreviewTitle, ShopName, TopOfPage } from "./preview-parts.tsx";

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
  return <ShopName name={name} logo={logo ? addressOf(logo) : undefined} />;
};

const Home = ({ theme, ...shown }: Shown & { theme: "light" | "dark" }) => (
  <>
    <div className="flex items-center gap-4 border-b border-rule px-5 py-1">
      <Logo {...shown} theme={theme} />
      <span className="flex gap-3.5 text-(length:--text-xs) text-ink-2 max-md:hidden">
        <span>Services</span>
        <span>Questions</span>
      </span>
      <span className="ml-auto text-(length:--text-xs) text-ink-2">Sign in</span>
    </div>
    <TopOfPage title="The price explains itself." lede="Every line of the price, and the reason for it.">
      <span className="btn btn-primary">Continue with this price</span>
      <PreviewLink>All prices</PreviewLink>
    </TopOfPage>
  </>
);

const Mail = ({ brand: { icon }, name, sender }: Shown & { sender: string }) => (
  <>
    <MailHead lines={{ From: sender, Subject: "Your order is ready to read" }} />
    <div className="bg-sheet px-5 pt-3 pb-5 text-sm">
      <p className="mt-1 mb-3.5 flex items-center gap-2.5 font-serif text-[1.125rem]/6 font-medium normal-nums">
        {icon && <img src={addressOf(icon)} alt="" className="size-7" />}
        {name}
      </p>
      <p className="mt-1 mb-3.5">
        Hello Linh, version 2 is ready. You can read it and decide until Tue 8 December, 12:30.
      </p>
      <span className="btn btn-primary btn-sm">Read the work</span>
    </div>
  </>
);

/** How the draft would look: the home page in both themes, and an e-mail. */
export const BrandPreview = ({ colour, sender, ...shown }: Shown & { colour: string; sender: string }) => (
  <DraftPreview>
    <PreviewTitle>Home, light</PreviewTitle>
    <Frame theme="light" colour={colour} className={`pair-${shown.brand.pair}`}>
      <Home {...shown} theme="light" />
    </Frame>
    <PreviewTitle>Home, dark</PreviewTitle>
    <Frame theme="dark" colour={colour} className={`pair-${shown.brand.pair}`}>
      <Home {...shown} theme="dark" />
    </Frame>
    <PreviewTitle>E-mail</PreviewTitle>
    <Frame theme="light" colour={colour}>
      <Mail {...shown} sender={sender} />
    </Frame>
  </DraftPreview>
);
