import { useNonce } from "#src/ui/nonce.ts";
import appStyles from "#src/ui/styles/app.css?url";
import adminStyles from "#src/ui/styles/app-for-admins.css?url";
import publicStyles from "#src/ui/styles/public.css?url";
import { deferredFonts, deferredFontsId, firstPaint } from "./deferred-fonts.ts";
import { useVisitorPage, type VisitorPage } from "./visitor-page.ts";

/** The addresses of the product's style sheets, in their order; an admin's have what the admin area needs, too. */
export const styleSheets: readonly string[] = [publicStyles, appStyles];
const sheetsForAdmins: readonly string[] = [publicStyles, adminStyles];

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
export const PageStyles = ({ forAdmin }: { forAdmin: boolean }) => {
  const visitor = useVisitorPage();
  if (visitor) return <VisitorStyles visitor={visitor} />;
  return (forAdmin ? sheetsForAdmins : styleSheets).map((href) => <link key={href} rel="stylesheet" href={href} />);
};
