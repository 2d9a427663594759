/** What a page says that got no answer, with and without a line: in the application, and kept by the browser (`/sw.js`). */
export const noAnswerTexts = {
  offline: {
    title: "You are offline",
    text: "This page opens again when the connection is back. Nothing was sent twice, and nothing is lost.",
  },
  unanswered: {
    title: "No answer came",
    text: "We could not reach the server. Look whether you are online, then try again.",
  },
} as const;
