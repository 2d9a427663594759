import type { Database } from "#src/platform/database/database.ts";
import type { Capability } from "#src/shared/viewer.ts";
import type { OrderName } from "../templates/written-mail.ts";

/** What notices need to know about an order, read in the handler's transaction. */
export type NoticeOrder = OrderName & {
  clientId: string;
  /** Cents of the lines sum to `totalCents`; empty for a custom order with one agreed price. */
  lines: readonly { label: string; detail: string; cents: number }[];
  totalCents: number | null;
  /** What is due on delivery. */
  restCents: number;
  writerId: string | null;
  /** When the work that runs is due to the client: a revision at its own date. */
  deadline: Date | null;
  writerDeadline: Date | null;
  /** What the writer is paid, fixed in the offer; null without a writer. */
  writerPayCents: number | null;
  /** The end of a writer's offer, while one stands. */
  answerBy: Date | null;
  reviewUntil: Date | null;
  /** The number of its receipt; null before it is paid. */
  receiptNumber: string | null;
  /** What the service was called when it was ordered; null where the form named none. */
  serviceName: string | null;
  /** How it was paid, in words; null before. */
  method: string | null;
  /** Paid in the sandbox of a real installation. */
  test: boolean;
};

type NoticePerson = { name: string; email: string; timeZone: string | null; noticesOff: readonly string[] };

/** Where notices read: other modules' APIs, plugged in by the composition root. */
export type NoticeSources = {
  order: (db: Database, orderId: string) => Promise<NoticeOrder | null>;
  person: (db: Database, personId: string) => Promise<NoticePerson | null>;
  /** Admins with this capability whose account is open. */
  admins: (db: Database, capability: Capability) => Promise<readonly { id: string; noticesOff: readonly string[] }[]>;
  /** The operator's zone, for readers without one of their own. */
  zone: (db: Database) => Promise<string>;
};
