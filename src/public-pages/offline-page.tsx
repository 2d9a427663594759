import { renderToStaticMarkup } from "react-dom/server";
import { Lost } from "#src/ui/empty.tsx";
import { noAnswerTexts } from "#src/ui/failure.tsx";
import { themeScript } from "#src/ui/theme.tsx";
import { Wordmark } from "#src/ui/wordmark.tsx";
import { stylesUsedBy } from "./critical-css.ts";
import { publicStyles } from "./public-styles.ts";

/** Which of the two states it is; a line that comes back opens the page that was asked for. Runs inline. */
const choose = `(()=>{
const up=navigator.onLine;
if(up)document.title=${JSON.stringify(noAnswerTexts.unanswered.title)};
document.getElementById("offline").hidden=up;
document.getElementById("unanswered").hidden=!up;
addEventListener("online",()=>location.reload());
})()`;

/** Relative, so that it is the address that was asked for. */
const here = "";
const again = (
  <a className="btn btn-primary" href={here}>
    Try again
  </a>
);

const State = ({ name }: { name: keyof typeof noAnswerTexts }) => (
  <div id={name} hidden={name === "unanswered"}>
    <Lost art="offline" title={noAnswerTexts[name].title} actions={again}>
      {noAnswerTexts[name].text}
    </Lost>
  </div>
);

const stylesMark = "/* the styles of this page */";

const Page = ({ name }: { name: string }) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{noAnswerTexts.offline.title}</title>
      <script>{themeScript}</script>
      <style>{stylesMark}</style>
    </head>
    <body>
      <header className="mast">
        <div className="wrap">
          <Wordmark name={name} />
        </div>
      </header>
      <main id="main" className="wrap section">
        <State name="offline" />
        <State name="unanswered" />
      </main>
      <script>{choose}</script>
    </body>
  </html>
);

/**
 * The page that a browser shows when no answer came, whole: it asks for nothing else. Kept by the worker at `/sw.js`.
 * @param name of the shop
 * @param styles the rules of its brand
 */
export function offlinePage(name: string, styles: string): string {
  const drawn = `<!doctype html>${renderToStaticMarkup(<Page name={name} />)}`;
  return drawn.replace(stylesMark, () => stylesUsedBy(drawn, publicStyles) + styles);
}
