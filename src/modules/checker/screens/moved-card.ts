import { redirect } from "react-router";

/** The model card is a part of the page on how the checker works. */
export const loader = (): Response => redirect("/aichecker/how#mc", 308);
