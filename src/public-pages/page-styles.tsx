import { useNonce } from "#src/ui/nonce.ts";
import laterStyles from "#src/ui/styles/app.css?url";
import publicStyles from "#src/ui/styles/public.css?url";
import { deferredFonts, deferredFontsId, firstPaint } from "./deferred-fonts.ts";
import { useVisitorPage, type VisitorPage } from "./visitor-page.ts";

/** The addresses of the product's style sheets, in their order. */
export const styleSheets: readonly string[] = [publicStyles, laterStyles];

const VisitorStyles = ({ visitor: { styles, fonts } }: { visitor: VisitorPage }) => {
  const nonce = useNonce();
  return (
    <>
      <link rel="expect" href="#main" blocking="render" />
      <style nonce={nonce} suppressHydrationWarning>
        {styles}
      </style>
      <style id={deferredFontsId} nonce={nonce} suppressHydrationWarning>
        {fonts}
      </style>
      <script nonce={nonce} suppressHydrationWarning>
        {import.meta.env.SSR ? firstPaint() + deferredFonts() : ""}
      </script>
    </>
  );
};

/** The styles of a page: for visitors those that it uses, in the page itself, and all with its scripts; else as files. */
export const PageStyles = () => {
  const visitor = useVisitorPage();
  if (visitor) return <VisitorStyles visitor={visitor} />;
  return styleSheets.map((href) => <link key={href} rel="stylesheet" href={href} />);
};
