import type { AdminOrder, GuidePrice, ShownRound } from "#src/modules/orders/index.server.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import type { RequestsAsk } from "../../domain/admin-address.ts";

export type QuoteRefused = RefusedForm & { orderId: string };

type Chosen = Pick<AdminOrder, "order" | "quote" | "shown"> & {
  rounds: readonly ShownRound[];
  quotable: boolean;
  guide: GuidePrice | null;
};

export type RequestProps = {
  chosen: Chosen;
  clock: { now: Date; zone: string };
  /** What a first quote starts with, and the nearest deadline. */
  form: { leadHours: number; validHours: number; scope: string };
  /** Whether a first quote begins with the guide price. */
  use: boolean;
  refused: QuoteRefused | undefined;
};

/** What the page loaded, as far as the open request needs it. */
export type OpenedData = Pick<RequestProps, "form"> &
  RequestProps["clock"] & { chosen: Chosen | null; ask: RequestsAsk };
