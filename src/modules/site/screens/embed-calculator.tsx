import { siteNow } from "#src/modules/operator/index.server.ts";
import { Calculator, PricingProvider } from "#src/modules/pricing/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { pageUrl } from "#src/platform/respond.ts";
import { useNonce } from "#src/ui/nonce.ts";
import type { Route } from "./+types/embed-calculator.ts";
import { calculatorData } from "./calculator.server.ts";

/** The calculator alone, for the pages of other sites: who looks is nobody, and nothing is kept. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { settings } = context.get(requestContext).runtime;
  const [calculator, site] = await Promise.all([
    calculatorData(context, { service: "non-technical" }, pageUrl(request).searchParams),
    siteNow(settings.get),
  ]);
  return { calculator, shop: site.name };
}

export const handle = { scriptsAtRest: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Prices of ${loaderData?.shop ?? "this shop"}` },
  { name: "robots", content: "noindex" },
];

export default function EmbedCalculator({ loaderData: { calculator, shop } }: Route.ComponentProps) {
  const { pricing, start, checked, closed } = calculator;
  return (
    <main id="main" className="p-2">
      <h1 className="vh">Price calculator</h1>
      <PricingProvider pricing={pricing}>
        <Calculator
          key={JSON.stringify(start)}
          {...{ start, checked, closed }}
          tabs
          framed
          foot={
            <a className="link" href="/" target="_top">
              {`Prices and orders at ${shop}`}
            </a>
          }
        />
      </PricingProvider>
      <script src="/embed/height.js" async nonce={useNonce()} />
    </main>
  );
}
