import { Link } from "react-router";
import { serviceNames } from "#src/modules/pricing/index.screens.ts";
import type { Service } from "#src/modules/pricing/index.ts";

type Props = { title: string; path: string; services: readonly Service[]; current: Service; along: string };

/**
 * What is ordered, and the way to every other service: links, so that they work before scripts do. Another service is
 * the same step of an order, so it takes this one's place in the history.
 */
export const ServiceChoice = ({ title, path, services, current, along }: Props) => (
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
