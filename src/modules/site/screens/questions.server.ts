import type { Question } from "#src/modules/catalogue/index.ts";
import { counted } from "#src/shared/counted.ts";
import { spokenMinutes } from "#src/shared/time-labels.ts";
import type { LifeNow } from "./life.server.ts";

export type QuestionGroup = { readonly title: string; readonly questions: readonly Question[] };

const share = (percent: number): string => (percent === 100 ? "All of it" : `${percent}% of the price`);

/** The questions page; every period and share is printed from the settings that the engine uses. */
export const questionGroups = (life: LifeNow, quoteMinutes: number): readonly QuestionGroup[] => [
  {
    title: "Prices",
    questions: [
      {
        ask: "How is a price made?",
        answer:
          "From a table: the rate of the subject, the pages, the spacing, the cited sources and the deadline. The price shows each of them as a line, with the arithmetic in words. You do not need an account to see it.",
      },
      {
        ask: "Why does the deadline change the price?",
        answer:
          "A short deadline means that a writer must put other work aside. The price goes down in steps with the time that is left. Coursework, quizzes and tests have one price for every deadline.",
      },
      {
        ask: "How long is a price valid?",
        answer: `A quote is valid for ${spokenMinutes(quoteMinutes)}. When you place the order, its price is locked for a quarter of the time to your deadline, at most 72 hours. After that we calculate the price again and ask you first.`,
      },
      {
        ask: "What is a page?",
        answer: "275 words. For the two kinds of writing, the price shows how many words you get.",
      },
    ],
  },
  {
    title: "Orders",
    questions: [
      {
        ask: "What happens after I pay?",
        answer: `We choose a writer, who answers within ${counted(life.acceptHours, "hour")}. Your order page shows each step, and we send an e-mail when the work is assigned and when it is delivered.`,
      },
      {
        ask: "What if I do not pay at once?",
        answer: `The order waits for ${counted(life.unpaidHours, "hour")}, or until its deadline if that is sooner. Then it is cancelled, and you owe nothing.`,
      },
      {
        ask: "What if the work does not follow my brief?",
        answer: `You have ${counted(life.reviewDays, "day")} to read it (${counted(life.longReviewDays, "day")} from ${life.longFromPages} pages) and ask for a revision against your brief. A revision against your brief costs nothing. New work is a new order.`,
      },
      {
        ask: "My task is not in the calculator.",
        answer: `Send a custom order with a description and a deadline. A person answers with a price and a scope. That quote is valid for ${counted(life.quoteHours, "hour")}.`,
      },
    ],
  },
  {
    title: "Money",
    questions: [
      {
        ask: "Who holds my money?",
        answer:
          "We hold it until the work is delivered and the review time is over. Only then does the writer get a share.",
      },
      {
        ask: "When do I get money back?",
        answer: `${share(life.refund.unstartedPercent)} while no writer has started, and ${life.refund.missedPercent}% when we miss the deadline and you no longer want the work. In between, it depends on the time used and on what you have read. The guarantees page has the whole list.`,
      },
      {
        ask: "Which currency is it?",
        answer: "US dollars, on every page and every receipt. Your bank may change it into your own currency.",
      },
    ],
  },
  {
    title: "Fair use",
    questions: [
      {
        ask: "May I hand in the text as my own?",
        answer:
          "Most schools do not allow this. With the finished work you get a licence to use it as a model for your own work. Read the rules of your school first.",
      },
      {
        ask: "What do you refuse?",
        answer:
          "Live exams, sitting a test for somebody, and work that needs your school log-in. We offer practice papers with worked answers instead.",
      },
      {
        ask: "How old must I be?",
        answer: "18, or you have the consent of your parent or guardian. The order form asks for this.",
      },
      {
        ask: "What does the writer know about me?",
        answer:
          "Your brief and a pseudonym. Not your name, not your e-mail, not your school, unless you write them into the brief. Leave them out.",
      },
    ],
  },
];
