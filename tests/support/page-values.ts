import { protectionPageValues } from "../../src/modules/accounts/index.server.ts";
import { chatPageValues } from "../../src/modules/chat/index.server.ts";
import { pageValuesPort } from "../../src/modules/operator/index.server.ts";
import { orderPageValues } from "../../src/modules/orders/index.server.ts";
import { pricePageValues } from "../../src/modules/pricing/index.server.ts";
import { retentionPageValues } from "../../src/modules/privacy/index.server.ts";

/** What the product prints on pages, for runtimes of tests that show one. */
const values = [orderPageValues, pricePageValues, chatPageValues, protectionPageValues, retentionPageValues];
export const pageValuesPlug = [pageValuesPort, values] as const;
