import { Workspace } from "#src/modules/writing/index.screens.ts";
import { OrderTable, Turns } from "./client-list.tsx";
import type { ShownWritersPage } from "./dashboard.server.ts";

/** The writer's workspace, and below it what the same person ordered before. */
export const WriterList = ({ workspace: { work, own } }: { workspace: ShownWritersPage }) => (
  <Workspace shown={work}>
    {own.yourTurn.length > 0 && <Turns cards={own.yourTurn} />}
    {own.orders.length > 0 && <OrderTable title="Orders you placed" dashboard={own} />}
  </Workspace>
);
