// Hides contact details in many texts: `npm run -s contacts -- --jsonl` reads lines {"id","text"} and writes lines
// {"id","text","found"}: the text as the other side sees it, and how many places are hidden or put to Support.
import { findContacts, maskContacts } from "#src/shared/contact-details.ts";
import { answerLines, optionsOf, stop } from "./command-line.ts";

const { jsonl } = optionsOf({ jsonl: { type: "boolean" } }, "npm run -s contacts -- --jsonl");
if (!jsonl) stop('Say --jsonl, and send lines {"id","text"}.');
await answerLines(({ id, text }) => ({ id, text: maskContacts(text).text, found: findContacts(text).length }));
