import { redirect } from "react-router";

/** The address that footers had moves permanently to the terms. */
export const loader = () => redirect("/terms", 308);
