import { Link } from "react-router";
import type { InboxCounts, RatingFigures } from "#src/modules/chat/index.server.ts";
import { counted } from "#src/shared/counted.ts";

type Props = { ratings: RatingFigures; counts: InboxCounts; days: number; targetMinutes: number };

const ratedNote = ({ answered, fair, bad }: RatingFigures): string =>
  answered === 0 ? "nobody has said yet" : `${fair} neither good nor bad, ${bad} not good`;

/** Ratings of closed conversations, and the waiting time of open ones. */
export const SupportFigures = ({ ratings, counts, days, targetMinutes }: Props) => (
  <section aria-labelledby="support-figures" className="mt-10">
    <h2 className="t2 mb-4" id="support-figures">
      Support
    </h2>
    <dl className="figs">
      <div>
        <dt>{`Rated good, last ${counted(days, "day")}`}</dt>
        <dd>{ratings.answered === 0 ? "none" : `${ratings.good} of ${ratings.answered}`}</dd>
        <dd className="d">{ratedNote(ratings)}</dd>
      </div>
      <div>
        <dt>Waiting now</dt>
        <dd>{counts.waiting + counts.enquiries}</dd>
        <dd className="d">
          <Link to="/admin/chats">{`${counts.over} longer than ${targetMinutes} min`}</Link>
        </dd>
      </div>
    </dl>
  </section>
);
