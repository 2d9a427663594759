import { useNonce } from "#src/ui/nonce.ts";
import laterStyles from "#src/ui/styles/app.css?url";
import publicStyles from "#src/ui/styles/public.css?url";
import { useVisitorPage } from "./visitor-page.ts";

/** The addresses of the product's style sheets, in their order. */
export const styleSheets: readonly string[] = [publicStyles, laterStyles];

/** The styles of a page: for visitors those that it uses, in the page itself, and all with its scripts; else as files. */
export const PageStyles = () => {
  const nonce = useNonce();
  const visitor = useVisitorPage();
  if (visitor)
    return (
      <style nonce={nonce} suppressHydrationWarning>
        {visitor.styles}
      </style>
    );
  return styleSheets.map((href) => <link key={href} rel="stylesheet" href={href} />);
};
