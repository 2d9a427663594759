// Judges many texts: `npm run -s guard -- --jsonl` reads lines {"id","text","place"} and writes lines
// {"id","verdict","rule"}; place is order, chat, thread or file-name.
import { judge, spokenName } from "#src/shared/honest-use/judge.ts";
import { answerLines, optionsOf, stop } from "./command-line.ts";

const { jsonl } = optionsOf({ jsonl: { type: "boolean" } }, "npm run -s guard -- --jsonl");
if (!jsonl) stop('Say --jsonl, and send lines {"id","text","place"}.');
await answerLines(({ id, text, place }) => {
  const found = judge(place === "file-name" ? spokenName(text) : text);
  return { id, verdict: found?.verdict ?? "allow", rule: found?.rule ?? null };
});
