import { expect, test } from "vitest";
import { judge, maskCredentials, refusalOf, spokenName } from "./judge.ts";

test.each([
  ["sitting", "Please take my online chemistry exam on Friday."],
  ["sitting", "do this quiz on my behalf, it is 20 questions"],
  ["sitting", "t a k e  m y  e x a m  f o r  m e"],
  ["sitting", "Please ta\u200bke my ex\u00adam"],
  ["sitting", "ＰＬＥＡＳＥ ＴＡＫＥ ＭＹ ＥＸＡＭ"],
  ["sitting", "Könnt ihr meine Onlineklausur für mich schreiben?"],
  ["sitting", "Can you finish my very long quiz tonight?"],
  ["sitting", "你好，帮我做测验。"],
  ["sitting", "اريد ان تحلوا امتحاني بدلا عني"],
  ["live", "Send me the answers during the exam, it starts at 9"],
  ["live", "Tell me how to bypass the lockdown browser"],
  ["log-in", "I will give you my Canvas login."],
  ["log-in", "Log into my Blackboard and upload it"],
  ["evasion", "It must be undetectable for Turnitin."],
])("%s is refused: %s", (ask, text) => {
  expect(judge(text)).toMatchObject({ verdict: "refuse", ask });
});

test.each([
  ["sit-for-me", "Pleаse tаke my exаm for me tomorrow"],
  ["sit-for-me", "My accounting exam is tomorrow at 2 pm. Can you do it for me?"],
  ["hide-from-teacher", "My teacher must not know that."],
  ["pass-check", "The paper must pass GPTZero."],
])("by %s a person reads: %s", (rule, text) => {
  expect(judge(text)).toMatchObject({ verdict: "screen", rule });
});

test.each([
  "Write an essay about stress during the exam season at universities.",
  "Take my final draft and proofread it.",
  "Complete the test suite of the attached program.",
  "Please write an essay for me on the history of school exams in China.",
  "I take my exam on Friday and want to understand integrals.",
  "No AI generated text please, my school uses an AI detector.",
  "Do not use AI. My university checks with Turnitin.",
  "The text should sound natural and human, in simple English.",
  "Write the code for a login form in React, with username and password.",
  "My supervisor does not know much about statistics, so explain it simply.",
  "I cannot log in to my account since yesterday.",
  "My password is not accepted.",
  "请帮我写期末论文大纲，题目是考试焦虑。",
  "Напишите для меня курсовую о тестировании программ.",
  "",
])("is taken: %s", (text) => {
  expect(judge(text)).toBeNull();
});

test("of a long text the one sentence is named that asks for it, and only that", () => {
  const before = "The task is about enzymes and their use in washing powder.\n".repeat(90);
  const ask = "Also I will send you my Moodle password.";
  const text = `${before}${ask}\n${before}`.slice(0, 10_000);
  const found = judge(text);
  expect(found && text.slice(found.from, found.from + found.length)).toBe(ask.slice(0, -1));
  expect(refusalOf(text)).toContain(`“${ask.slice(0, -1)}”`);
});

test("a request is found wherever it stands in a sentence that does not end", () => {
  const filler = "the task is about enzymes and their use in washing powder ";
  for (let offset = 0; offset < 1_200; offset += 13) {
    const text = `${filler.repeat(30).slice(0, offset)} please take my online chemistry exam ${filler.repeat(30)}`;
    expect(judge(text)?.ask, `at ${offset}`).toBe("sitting");
  }
});

test("hostile texts cost what their length costs", () => {
  const costOf = (texts: readonly string[]): number => {
    const begun = process.threadCpuUsage();
    for (const text of texts) judge(text);
    const { user, system } = process.threadCpuUsage(begun);
    return user + system;
  };
  for (const part of ["my exam during the ", "take ", "a", "a ", "考", "my password ", "\u0627\u0644"]) {
    const of = (length: number): string => part.repeat(Math.ceil(length / part.length));
    const isLinear = (): boolean => costOf([of(80_000)]) < 4 * costOf(Array<string>(16).fill(of(5_000)));
    expect([1, 2, 3].some(isLinear), part).toBe(true);
  }
});

test("a refusal says what is done instead, shows no log-in, and names who helps", () => {
  const text = "Here is my Canvas login, password: Blue!river9";
  expect(refusalOf(text)).toContain("instructions");
  expect(refusalOf(text)).toContain("[log-in hidden]");
  expect(refusalOf(text)).toContain("Support");
  expect(maskCredentials(text)).toBe("Here is my Canvas login, password: [log-in hidden]");
  expect(maskCredentials("A form with username: test1")).toBe("A form with username: test1");
  const both = "Take my exam for me on Friday. Log in to my Canvas with the password hunter2.";
  expect(maskCredentials(both)).toContain("password [log-in hidden]");
});

test("the words of a file's name are read", () => {
  expect(refusalOf(spokenName("take_my_online_exam.docx"))).toContain("practice paper");
  expect(refusalOf(spokenName("practice_exam_with_solutions.pdf"))).toBeNull();
});
