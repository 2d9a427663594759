import { type FileLine, fileFieldData, filesOf } from "#src/modules/files/index.server.ts";
import { takesEvidence } from "#src/modules/orders/index.ts";
import type { Ctx } from "#src/platform/runtime.ts";

type Delivered = { id: string; deliveries: readonly { id: string }[] };

const asking = ({ runtime, viewer }: Ctx) => ({ db: runtime.db, viewer });

/** Files of an order that the viewer may see: the order's own, and those of each delivery by its id. */
export async function filesOfOrder(ctx: Ctx, { id, deliveries }: Delivered) {
  const [order, handed] = await Promise.all([
    filesOf(asking(ctx), { purpose: "order", subjects: [id] }),
    filesOf(asking(ctx), { purpose: "delivery", subjects: deliveries.map((one) => one.id) }),
  ]);
  return { order, of: (delivery: string): readonly FileLine[] => handed.filter(({ subject }) => subject === delivery) };
}
export type FilesOfOrder = Awaited<ReturnType<typeof filesOfOrder>>;

/** The field that adds files to an order, while it takes any. */
export const orderFileField = (ctx: Ctx, orderId: string, takes: boolean) =>
  takes ? fileFieldData(ctx, { purpose: "order", about: orderId }) : null;

/** The field of a delivery; ids of files that were handed over leave it. */
export const deliveryFileField = (ctx: Ctx, orderId: string, takes: boolean) =>
  takes ? fileFieldData(ctx, { purpose: "delivery", about: orderId }) : null;

/** The field of the files that prove what a side says in a dispute; null where no such form is open. */
export const evidenceField = (ctx: Ctx, orderId: string, step: string | null) =>
  step !== null && takesEvidence(step) ? fileFieldData(ctx, { purpose: "evidence", about: orderId }) : null;

type HistorySource = { history: readonly { id: string; action: string }[] };

/** Evidence files of claims and answers, by step. */
export async function evidenceOf(ctx: Ctx, { history }: HistorySource): Promise<readonly FileLine[]> {
  const subjects = history.filter(({ action }) => takesEvidence(action)).map(({ id }) => id);
  return filesOf(asking(ctx), { purpose: "evidence", subjects });
}

export const idsOf = ({ deliveries }: Delivered, files: FilesOfOrder): string[] =>
  deliveries.flatMap((one) => files.of(one.id).map(({ id }) => id));
