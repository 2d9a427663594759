import type { GuidePrice as Guide } from "#src/modules/orders/index.server.ts";
import { formatUsd } from "#src/shared/money.ts";
import { formatMoment } from "#src/shared/zone.ts";

const services = { "non-technical": "Non-technical writing", technical: "Technical writing" } as const;
const alike = {
  "subject and length": "of the same subject and a like length",
  length: "of a like length (half to twice the pages)",
  subject: "of the same subject",
  any: "of any kind",
} as const;

const orders = (n: number): string => `${n} paid custom ${n === 1 ? "order" : "orders"}`;

const Similar = ({ similar: { n, by, cents, forPages } }: { similar: Guide["similar"] }) => {
  if (!cents) return <li className="soft">{`No paid custom order ${alike[by]} yet.`}</li>;
  const { low, middle, high } = cents;
  const range = low === high ? "" : ` Half of them are between ${formatUsd(low)} and ${formatUsd(high)}.`;
  const length = forPages === null ? "" : ` At their price per page, this length costs ${formatUsd(forPages)}.`;
  return (
    <li>
      <b className="strong num" translate="no">
        {formatUsd(middle)}
      </b>
      <span className="soft">{` the median of ${orders(n)} ${alike[by]}.${range}${length}`}</span>
    </li>
  );
};

type Props = { guide: Guide; zone: string; onUse: (cents: number) => void };

/** What work like this costs elsewhere in the shop, and where each figure comes from. Nobody is bound by it. */
export const GuidePrice = ({ guide: { list, similar, suggested }, zone, onUse }: Props) => (
  <section className="guide-price" aria-labelledby="guide">
    <div className="between">
      <h3 className="label" id="guide">
        Guide price
      </h3>
      {suggested !== null && (
        <button
          type="submit"
          name="intent"
          value="guide"
          formNoValidate
          className="btn btn-outline btn-sm"
          data-key="u"
          onClick={(event) => {
            event.preventDefault();
            onUse(suggested);
          }}
        >
          {`Use ${formatUsd(suggested)}`}
        </button>
      )}
    </div>
    <ul className="small num">
      {list.map(({ service, cents, detail, deadline }) => (
        <li key={service}>
          <b className="strong" translate="no">
            {formatUsd(cents)}
          </b>
          <span className="soft">
            {` by the price list for ${services[service].toLowerCase()}, ${
              deadline ? `ready ${formatMoment(deadline, zone)}` : "without a deadline"
            }. ${detail}`}
          </span>
        </li>
      ))}
      <Similar similar={similar} />
    </ul>
  </section>
);
