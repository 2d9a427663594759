import { z } from "zod";

/**
 * The id of what is asked about, as it stands in an address: any text of its length, so that one that is no id finds
 * nothing, like the id of nothing. Ids that a form of ours sends are `z.uuid()`: another text there is a wrong field.
 */
export const askedId = z.string().max(100);
