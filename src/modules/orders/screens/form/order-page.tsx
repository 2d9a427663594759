import { fromQuery, PricingProvider } from "#src/modules/pricing/index.screens.ts";
import { FormNotices } from "./form-notices.tsx";
import { OrderForm } from "./order-form.tsx";
import type { OrderData } from "./page-data.server.ts";
import { ServiceChoice } from "./service-choice.tsx";
import type { Again } from "./submit-order.server.ts";

type Props = { loaded: OrderData; answer: Again | undefined; path: string; heading: string };

/** The page of a priced order: which service, the form, the slip. */
export const OrderPage = ({ loaded, answer, path, heading }: Props) => {
  const { pricing, title, services, closed, lost, kept, again, partner, earlier } = loaded;
  const start = answer ? fromQuery(new URLSearchParams(answer.values), loaded.start) : loaded.start;
  return (
    <PricingProvider pricing={pricing}>
      <main id="main" className="wrap order">
        <h1 className="d2">{heading}</h1>
        <ServiceChoice
          key={start.service}
          title={title}
          path={path}
          services={services}
          current={start.service}
          along={loaded.along}
        />
        <FormNotices
          closed={closed}
          lost={lost}
          kept={kept && !answer}
          again={answer ? null : again}
          partner={answer ? null : partner}
          failure={pricing.failure}
          earlier={answer ? null : earlier}
        />
        <OrderForm key={loaded.page} loaded={loaded} answer={answer} start={start} />
      </main>
    </PricingProvider>
  );
};
