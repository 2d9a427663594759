import { redirect } from "react-router";

/** Any unknown page address goes home (specification section 2), the query is dropped. */
export const loader = () => redirect("/");
export const action = () => redirect("/");
