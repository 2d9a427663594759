import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type ExtraConfigColumn, index } from "drizzle-orm/pg-core";

type ReviewColumns = Readonly<Record<"deliveredAt" | "restPaidAt" | "pages" | "rules", SQLWrapper>>;

/** When the review of a delivery that is paid ends by the rules of the order, in UTC: an index takes no zone of a session. */
export const reviewEnds = ({ deliveredAt, restPaidAt, pages, rules }: ReviewColumns): SQL =>
  sql`((greatest(${deliveredAt}, ${restPaidAt}) at time zone 'UTC') + case when coalesce(${pages}, 0) >= (${rules}->>'longFromPages')::int then (${rules}->>'longReviewDays')::int else (${rules}->>'reviewDays')::int end * interval '24 hours')`;

/** What stands in place of the words of an order that was never paid. */
export const emptied = "Deleted: this order was never paid.";

type NeverPaid = Readonly<Record<"status" | "paymentStatus" | "instructions", SQLWrapper>>;

/**
 * Orders that were cancelled and never paid and whose words are kept: a condition, of an index and of the job that empties
 * them. An index takes no parameters, so it has the words of `emptied` once more.
 */
export const neverPaid = (t: NeverPaid): SQL =>
  sql`${t.status} = 'cancelled' and ${t.paymentStatus} = 'void' and ${t.instructions} <> 'Deleted: this order was never paid.'`;

/** A request that waits for a price. */
export const waitsForQuote = (t: Readonly<Record<"status" | "kind" | "quoteEnded", SQLWrapper>>): SQL =>
  sql`${t.status} = 'pending' and ${t.kind} = 'custom' and not ${t.quoteEnded}`;

type Listed = "status" | "createdAt" | "revisionDueAt" | "deadline" | "id";
type Watched =
  | keyof ReviewColumns
  | "status"
  | "kind"
  | "quoteEnded"
  | "createdAt"
  | "confirmedAt"
  | "unassignedSince"
  | "workSince"
  | "revisionDueAt"
  | "deadline"
  | "paymentStatus"
  | "transferSince"
  | "waitingSince"
  | "assignedAt"
  | "heldSince"
  | "noticeRefused"
  | "unpaidCents"
  | "frozen"
  | "instructions"
  | "updatedAt"
  | "id";

/** Of what an admin should look at (queries/admin-watches.ts), each that is a small part of the orders of its state. */
export const watchIndexes = (t: Readonly<Record<Watched, ExtraConfigColumn>>) => [
  index("orders_watch_transfer")
    .on(sql`coalesce(${t.transferSince}, ${t.waitingSince})`)
    .where(
      sql`${t.status} not in ('completed', 'cancelled', 'refunded') and ${t.status} in ('pending', 'quoted') and ${t.paymentStatus} = 'awaiting_confirmation'`,
    ),
  // Each of the three by since when it waits, with the columns of the expression: without them no index is read alone.
  index("orders_watch_quotes")
    .on(sql`coalesce(${t.waitingSince}, ${t.createdAt})`, t.waitingSince, t.createdAt)
    .where(waitsForQuote(t)),
  // As a list these two go by the due date.
  index("orders_quotes_due")
    .on(
      sql`coalesce(${t.revisionDueAt}, ${t.deadline}, '9998-12-31T00:00:00Z'::timestamptz)`,
      t.id,
      t.revisionDueAt,
      t.deadline,
      t.quoteEnded,
    )
    .where(sql`${t.status} = 'pending' and ${t.kind} = 'custom'`),
  index("orders_watch_unassigned")
    .on(sql`coalesce(${t.unassignedSince}, ${t.confirmedAt})`, t.unassignedSince, t.confirmedAt)
    .where(sql`${t.status} = 'confirmed'`),
  index("orders_watch_revision").on(t.workSince).where(sql`${t.status} = 'revision_requested'`),
  index("orders_watch_asked")
    .on(t.assignedAt)
    .where(sql`${t.status} not in ('completed', 'cancelled', 'refunded') and ${t.status} = 'assigned'`),
  index("orders_asked_due")
    .on(
      sql`coalesce(${t.revisionDueAt}, ${t.deadline}, '9998-12-31T00:00:00Z'::timestamptz)`,
      t.id,
      t.revisionDueAt,
      t.deadline,
      t.assignedAt,
    )
    .where(sql`${t.status} = 'assigned'`),
  index("orders_watch_hold")
    .on(t.heldSince)
    .where(sql`${t.status} not in ('completed', 'cancelled', 'refunded') and ${t.status} = 'on_hold'`),
  index("orders_watch_refused")
    .on(t.deliveredAt)
    .where(
      sql`${t.status} not in ('completed', 'cancelled', 'refunded') and ${t.status} = 'delivered' and ${t.noticeRefused}`,
    ),
  index("orders_watch_rest")
    .on(t.deliveredAt)
    .where(
      sql`${t.status} not in ('completed', 'cancelled', 'refunded') and ${t.status} = 'delivered' and ${t.unpaidCents} > 0`,
    ),
  index("orders_watch_unseen")
    .on(reviewEnds(t))
    .where(
      sql`${t.status} not in ('completed', 'cancelled', 'refunded') and ${t.status} = 'delivered' and ${t.unpaidCents} = 0`,
    ),
  index("orders_given_back")
    .on(t.updatedAt, t.id)
    .where(
      sql`${t.status} in ('cancelled', 'refunded') and not ${t.frozen} and ${t.paymentStatus} in ('paid', 'partially_paid', 'partially_refunded', 'chargeback')`,
    ),
  index("orders_never_paid").on(t.updatedAt).where(neverPaid(t)),
  index("orders_frozen").on(t.id).where(sql`${t.frozen}`),
  index("orders_disputed").on(t.id).where(sql`${t.status} = 'disputed'`),
];

/** Of lists by state, and of work that is owed: by when it was made or is due. */
export const stateIndexes = (t: Readonly<Record<Listed, ExtraConfigColumn>>) => [
  // A list of both by when they were made, and of one open state.
  index("orders_given_up").on(t.createdAt, t.id).where(sql`${t.status} in ('cancelled', 'refunded')`),
  index("orders_open_status")
    .on(t.status, t.createdAt, t.id)
    .where(sql`${t.status} not in ('completed', 'cancelled', 'refunded')`),
  index("orders_owed")
    // With the columns of the expression: without them no index is read alone.
    .on(
      sql`coalesce(${t.revisionDueAt}, ${t.deadline}, '9998-12-31T00:00:00Z'::timestamptz)`,
      t.id,
      t.revisionDueAt,
      t.deadline,
    )
    .where(
      sql`${t.status} not in ('completed', 'cancelled', 'refunded') and ${t.status} in ('confirmed', 'assigned', 'in_progress', 'revision_requested')`,
    ),
  index("orders_open_due")
    .on(
      t.status,
      sql`coalesce(${t.revisionDueAt}, ${t.deadline}, '9998-12-31T00:00:00Z'::timestamptz)`,
      t.id,
      t.revisionDueAt,
      t.deadline,
    )
    .where(sql`${t.status} not in ('completed', 'cancelled', 'refunded')`),
];

type Past = "writerId" | "firstDeliveredAt" | "writerDeadline" | "test" | "subject" | "course" | "projectType";

/** Of what a writer delivered, what of it late, and in which subject: counts for the choice of a writer. */
export const pastIndexes = (t: Readonly<Record<Past, ExtraConfigColumn>>) => [
  index("orders_delivered_by").on(t.writerId).where(sql`${t.firstDeliveredAt} is not null and not ${t.test}`),
  index("orders_late_by")
    .on(t.writerId)
    .where(sql`${t.firstDeliveredAt} is not null and not ${t.test} and ${t.firstDeliveredAt} > ${t.writerDeadline}`),
  index("orders_delivered_subject")
    // With the columns of the expression: without them no index is read alone.
    .on(
      t.writerId,
      sql`lower(coalesce(${t.subject}, ${t.course}, ${t.projectType}))`,
      t.subject,
      t.course,
      t.projectType,
    )
    .where(sql`${t.firstDeliveredAt} is not null`),
];
