import type { PublicService } from "./service.ts";

const family = "technical-writing";
const whenNeeded = "The date and hour you need it, in your own time zone";
const revision = "A revision, if the work does not follow your brief";

const pages = (subject: string, count: number, citedSources: number, hours: number): PublicService["preset"] => ({
  service: "technical",
  fields: { subject, pages: String(count), citedSources: String(citedSources), spacing: "double" },
  hours,
});
const program = (projectSize: string, projectType: string, hours: number): PublicService["preset"] => ({
  service: "programming",
  fields: { projectSize, projectType },
  hours,
});
const calculation = (course: string, software: string, quantity: number, hours: number): PublicService["preset"] => ({
  service: "calculations",
  fields: { course, software, pages: String(quantity) },
  hours,
});

const sizes = {
  ask: "Which size is my project?",
  answer:
    "Extra-small is one function or one question. Small is one script or one file. Medium is a program with several parts, for example a form, a database and a page. Large is a term project. If your task is between two sizes, choose the smaller one and describe it. If it does not fit, we ask you before the work starts.",
};
const quantity = {
  ask: "What counts as one?",
  answer:
    "One task with its own question and its own answer. Parts a, b and c of one question count as one task when they use the same data.",
};

/** Technical writing, programming and calculations: three ways of pricing, one family of addresses. */
export const technical: readonly PublicService[] = [
  {
    slug: "lab-reports",
    family,
    name: "Lab reports",
    item: "lab report",
    summary: "Aim, method, results and discussion from your own measurements, with errors and units in order.",
    lede: "Aim, method, results and discussion, written from your own measurements. Units, errors and figures are in order.",
    send: [
      "Your measurements, as text or a table",
      "The instructions of the experiment",
      "The form that your lab asks for",
      whenNeeded,
    ],
    gets: [
      "A report in the usual order, or in the order of your lab",
      "Each calculation with its formula and units",
      "A discussion of the errors, with the largest one first",
      revision,
    ],
    questions: [
      {
        ask: "Can you invent the measurements?",
        answer:
          "No. A report without measurements is not a report. If yours failed, we help you to write honestly what went wrong.",
      },
    ],
    preset: pages("Physics", 6, 4, 96),
  },
  {
    slug: "technical-reports",
    family,
    name: "Technical reports",
    item: "technical report",
    summary: "A design, a comparison or a method, explained so that an engineer can check it.",
    lede: "A design, a comparison or a method, explained so that another engineer can check it and build on it.",
    send: [
      "The task and the requirements",
      "Drawings, data or code, as text or links",
      "The standard or template to follow",
      whenNeeded,
    ],
    gets: [
      "A report with numbered sections",
      "Requirements, and for each one how it is met",
      "References to standards and data sheets",
      revision,
    ],
    questions: [
      {
        ask: "Can you draw figures?",
        answer:
          "The report describes each figure exactly and gives the data for it. If you need finished drawings, send a custom order.",
      },
    ],
    preset: pages("Engineering", 6, 5, 120),
  },
  {
    slug: "capstone-projects",
    family,
    name: "Capstone projects",
    item: "capstone chapter",
    summary: "Help with the written part of a final project: proposal, method, evaluation, one part at a time.",
    lede: "The written part of a final project: the proposal, the method, the evaluation. Ordered part by part, so that each part can follow what your supervisor said.",
    send: [
      "The proposal, or the problem that the project solves",
      "What exists already: code, data, drafts, as text or links",
      "The marking guide of your school",
      whenNeeded,
    ],
    gets: [
      "One part of the project report, ready to build on",
      "A list of decisions with their reasons, for your presentation",
      "References for methods and tools",
      revision,
    ],
    questions: [
      {
        ask: "Do you build the project too?",
        answer:
          "Code is priced as programming, by size and kind. You can order the written part and the code separately, and see both prices before you decide.",
      },
    ],
    preset: pages("Computer Science", 15, 10, 192),
  },
  {
    slug: "programming",
    family,
    name: "Programming",
    item: "program",
    summary: "Small scripts to whole projects, with comments that teach. Priced by size and kind, not by the hour.",
    lede: "Small scripts to whole projects, with comments that explain why and not only what. Priced by size and kind, not by the hour.",
    send: [
      "The task, and what the program must do with which input",
      "The language and version, and what you may not use",
      "Code that exists already, as text or a link",
      whenNeeded,
    ],
    gets: [
      "Code that runs, with comments at the steps that matter",
      "How to start it, and one example of input and output",
      "A short note on how long it takes and where its limits are",
      revision,
    ],
    questions: [sizes],
    sample: "search",
    preset: program("medium", "Web Development", 120),
  },
  {
    slug: "debugging",
    family,
    name: "Debugging and code review",
    item: "fix",
    summary: "The cause of a mistake in your own code, the fix, and how to find the next one yourself.",
    lede: "We look for the cause of a mistake in your own code, fix it, and write down how to find the next one yourself.",
    send: [
      "Your code, as text or a link",
      "What you expected, what happened, and the exact error message",
      "How to start the program",
      whenNeeded,
    ],
    gets: [
      "The cause, explained in words",
      "The smallest change that corrects the mistake",
      "A test that failed before and passes now",
      revision,
    ],
    questions: [
      {
        ask: "What if the mistake cannot be found?",
        answer:
          "Then we write down what we tried and what we can exclude, and you and support decide about the money. The refund rules are on the guarantees page.",
      },
      sizes,
    ],
    preset: program("small", "Debugging/Fixing Issues", 48),
  },
  {
    slug: "machine-learning",
    family,
    name: "Machine learning",
    item: "model",
    summary:
      "A small model with honest numbers: how the data was split, a simple baseline, the error, and what the data cannot show.",
    lede: "A small model with honest numbers: how the data was split, what a simple baseline reaches, and where the model is wrong.",
    send: [
      "The data, as a link that we may open",
      "What is to be predicted and why",
      "The libraries that you may use",
      whenNeeded,
    ],
    gets: [
      "Code that can be run again from the start, with a fixed seed",
      "A baseline and the model, side by side",
      "A page in words: what it found and what it cannot show",
      revision,
    ],
    questions: [
      {
        ask: "Do you promise an accuracy?",
        answer: "No. The data decides that. We promise a comparison that is done correctly and written down.",
      },
      sizes,
    ],
    preset: program("medium", "Machine Learning", 168),
  },
  {
    slug: "calculations",
    family,
    name: "Calculations",
    item: "calculation",
    summary: "Worked steps for mathematics, physics, finance and more, by hand or in the software of your course.",
    lede: "Worked steps, by hand or in the software of your course. You can follow each line and do the next task yourself.",
    send: [
      "Each task, in its exact words",
      "The formulas and the rounding that your course uses",
      "The software, if there is one",
      whenNeeded,
    ],
    gets: [
      "Each step on its own line, with units",
      "The result, and a check that it makes sense",
      "One sentence on the method",
      revision,
    ],
    questions: [quantity],
    sample: "interval",
    preset: calculation("Physics", "MATLAB", 3, 120),
  },
  {
    slug: "data-analysis",
    family,
    name: "Data analysis",
    item: "analysis",
    summary:
      "Statistics for your own data in SPSS, R, STATA, Excel or Python, with checked assumptions and results in words.",
    lede: "Statistics for your own data in the software of your course. We check the assumptions first and explain the result in words that you can defend.",
    send: [
      "The data without names of people, as a table or a link",
      "The question or the hypotheses",
      "The software and the form of report that your course asks for",
      whenNeeded,
    ],
    gets: [
      "The test that fits, and why the others do not",
      "Commands or a script, so that you can run it again",
      "A paragraph of results in the style that you name",
      revision,
    ],
    questions: [
      {
        ask: "What if the result is not significant?",
        answer: "Then the text says so. We do not try other tests only to get the answer that somebody wants.",
      },
      quantity,
    ],
    preset: calculation("Statistics", "SPSS", 2, 120),
  },
];
