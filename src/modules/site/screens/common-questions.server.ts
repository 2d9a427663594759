import type { RouterContextProvider } from "react-router";
import type { Question } from "#src/modules/catalogue/index.ts";
import { wordsOf } from "#src/modules/operator/index.screens.ts";
import { type FaqPage, questionsOn } from "#src/modules/operator/index.server.ts";
import { lifeSetting, rulesSetting } from "#src/modules/orders/index.server.ts";
import type { LifeSettings, OrderRules } from "#src/modules/orders/index.ts";
import type { Service } from "#src/modules/pricing/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { AskedQuestion } from "./asked-questions.tsx";

const change: Question = {
  ask: "Can the price change after I order?",
  answer:
    "Not while it is locked. The lock begins when you place the order and lasts a quarter of the time to your deadline, at most 72 hours. If you pay later, we calculate the price again and ask you first.",
};
const spacing: Question = {
  ask: "Which spacing should I choose?",
  answer:
    "The one that your task asks for. Most tasks ask for double spacing. A page with single spacing holds more text and costs more; the price shows how much.",
};
const own: Question = {
  ask: "May I hand in the text as my own?",
  answer:
    "Most schools do not allow this. The text is a model for your own work, and the licence that you get with it says so. Read the rules of your school first.",
};
const who: Question = {
  ask: "Who does the work?",
  answer:
    "A writer whom we choose for your subject. You and the writer see only a pseudonym of each other, never the real name.",
};
const late = (life: LifeNow): Question => ({
  ask: "What if it is late?",
  answer: `If we miss the deadline and you no longer want the work, ${life.refund.missedPercent}% of the price goes back. If you still want it, you get a part back. The guarantees page has the whole list.`,
});

const money: Question = {
  ask: "When does the writer get my money?",
  answer: "After you accept the work, or after the time to read it is over. Until then we hold it.",
};

/** What is asked before a first order. */
export const firstQuestions: readonly Question[] = [who, change, money, own];

/** Questions that every service of a kind gets, after its own. */
export const commonQuestions = (service: Service, life: LifeNow): readonly Question[] => {
  const writing = service === "non-technical" || service === "technical";
  const practice = service === "quiz" || service === "test";
  return [change, ...(writing ? [spacing] : []), ...(practice ? [] : [own]), who, late(life)];
};

/** The questions that an operator marked for a page; while none is marked, those of the product. */
export async function markedOr(
  runtime: Runtime,
  place: FaqPage,
  shipped: readonly Question[],
): Promise<readonly AskedQuestion[]> {
  const marked = await questionsOn(runtime, place);
  return marked.length > 0 ? marked.map(({ ask, answer }) => ({ ask: wordsOf(ask), answer })) : shipped;
}

type LifeNow = LifeSettings & OrderRules;

/** What an order that is placed now is promised, and the periods of the day: public pages print from both. */
export const lifeNow = async (context: Readonly<RouterContextProvider>): Promise<LifeNow> => {
  const { settings } = context.get(requestContext).runtime;
  return { ...(await settings.get(lifeSetting)), ...(await settings.get(rulesSetting)) };
};
