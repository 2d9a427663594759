import { redirect } from "react-router";

/** The footer address of the specification moves permanently to the terms (decisions 3). */
export const loader = () => redirect("/terms", 308);
