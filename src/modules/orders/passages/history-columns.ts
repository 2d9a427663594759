import { getTableColumns, sql } from "drizzle-orm";
import { orderHistory } from "../tables.ts";
import { shownTexts } from "./passage-tables.ts";

const { text, ...others } = getTableColumns(orderHistory);

/** A step with its words as both sides read them; those that were deleted stay away. */
export const historyColumns = {
  ...others,
  text: sql<
    string | null
  >`case when ${text} is not null then coalesce((select ${shownTexts.text} from ${shownTexts} where ${shownTexts.historyId} = ${orderHistory.id}), ${text}) end`,
};
