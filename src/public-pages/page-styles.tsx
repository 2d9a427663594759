import { useNonce } from "#src/ui/nonce.ts";
import laterStyles from "#src/ui/styles/app.css?url";
import publicStyles from "#src/ui/styles/public.css?url";
import { useVisitorPage } from "./visitor-page.ts";

/** What public pages do not need for their first paint. */
export { laterStyles };

/** The addresses of the product's style sheets, in their order. */
export const styleSheets: readonly string[] = [publicStyles, laterStyles];

/** The styles of a page: in the page itself for visitors, who have no file of them yet; else as files that are kept. */
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
