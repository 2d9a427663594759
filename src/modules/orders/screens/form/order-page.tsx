import { Link } from "react-router";
import { fromQuery, PricingProvider, serviceNames } from "#src/modules/pricing/index.screens.ts";
import type { Service } from "#src/modules/pricing/index.ts";
import { FormNotices } from "./form-notices.tsx";
import { OrderForm } from "./order-form.tsx";
import type { OrderData } from "./page-data.server.ts";
import type { Again } from "./submit-order.server.ts";

type ServiceChoiceProps = {
  title: string;
  path: string;
  services: readonly Service[];
  current: Service;
  along: string;
};

/**
 * What is ordered, and the way to every other service: links, so that they work before scripts do. Another service is
 * the same step of an order, so it takes this one's place in the history.
 */
const ServiceChoice = ({ title, path, services, current, along }: ServiceChoiceProps) => (
  <details className="soft mt-2 [&>summary]:min-h-11 [&>summary]:cursor-pointer [&>summary]:content-center">
    <summary>
      {`${title}. `}
      <span className="text-pen underline underline-offset-4">Choose another service</span>
    </summary>
    <ul className="flex flex-wrap gap-x-6" aria-label="Services">
      {services.map((service) => (
        <li key={service}>
          <Link
            to={`${path}?service=${service}${along}`}
            replace
            className="inline-block min-h-11 content-center"
            aria-current={service === current ? "true" : undefined}
          >
            {serviceNames[service]}
          </Link>
        </li>
      ))}
      <li>
        <Link to="/custom" replace className="inline-block min-h-11 content-center">
          Something else
        </Link>
      </li>
    </ul>
  </details>
);

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
