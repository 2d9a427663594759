import { data, redirect } from "react-router";

/** Any unknown page address goes home, the query is dropped. */
export const loader = () => redirect("/");

/** Only what is read goes home: a form that was sent here would be lost there without a word. */
export const action = () => {
  const message = "This page cannot receive a form. What you typed was not sent.";
  throw data({ message }, { status: 405, headers: { allow: "GET, HEAD" } });
};

/** Never shown: reading goes home, and the error page shows what was refused. */
export default function Unknown() {
  return null;
}
