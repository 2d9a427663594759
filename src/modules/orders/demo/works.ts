import { modelEssay } from "./model-essay.ts";

/** What the demo orders are about. Made up for the demo; no words of a real client. */
export type DemoWork = { title: string; instructions: string; fields: Readonly<Record<string, string>> };

const essay = (subject: string, pages: string, citedSources: string) => ({
  service: "non-technical",
  subject,
  pages,
  citedSources,
});

export const works = {
  memory: {
    title: "How sleep helps memory",
    instructions:
      "A model essay for a first-year course. Compare two studies on sleep and word lists, and say where they disagree. APA style.",
    fields: essay("Psychology", "5", "6"),
  },
  bridge: {
    title: "Load paths of a footbridge",
    instructions:
      "Explain the load path of the truss in the sketch below, step by step, with one worked joint. SI units.",
    fields: { service: "technical", subject: "Engineering", pages: "6", citedSources: "5" },
  },
  tides: {
    title: "Tide tables in R",
    instructions:
      "A short program that reads hourly heights, finds high and low water, and draws one week. Comments in plain words.",
    fields: { service: "programming", projectSize: "small", projectType: "Data Analysis" },
  },
  census: {
    title: "Two-way tables from a census sample",
    instructions: "Three small exercises with chi-square tests, solved in full, so that I can follow each line.",
    fields: { service: "calculations", course: "Statistics", software: "R", pages: "3" },
  },
  virtue: {
    title: "Virtue and habit in the Ethics",
    instructions: "Proofread my own draft. Keep my wording; mark every change and say why.",
    fields: { ...essay("Philosophy", "11", "0"), orderType: "proofreading", spacing: "oneAndHalf" },
  },
  harbour: {
    title: "A harbour town, 1870 to 1914",
    instructions: "Edit my chapter for order and flow. It is for a local history reader, so no jargon.",
    fields: { ...essay("History", "3", "1"), orderType: "editing", spacing: "single" },
  },
  poems: {
    title: "Rain in three poems",
    instructions: "A model essay that reads three poems closely and compares how the rain speaks in them.",
    fields: essay("Literature", "4", "3"),
  },
  market: {
    title: "A small bakery's price list",
    instructions: "A model case study: fixed and variable costs, break-even, and what a second oven would change.",
    fields: essay("Business", "6", "4"),
  },
  practice: {
    title: "Practice paper: organic chemistry",
    instructions: "Twenty practice questions on reaction mechanisms, mixed form, with worked solutions.",
    fields: { service: "test", subject: "Organic Chemistry", difficulty: "advanced", testType: "mixed" },
  },
  river: {
    title: "How a river moves stones",
    instructions: "A model essay on bed load for a field-work report. Two diagrams described in words.",
    fields: essay("Geography", "5", "5"),
  },
  coast: {
    title: "Why a coast line has no length",
    instructions:
      "A model essay on measuring a coast, for readers without mathematics. One drawing described in words.",
    fields: essay("Geography", "3", "2"),
  },
  atlas: {
    title: "An atlas of street names",
    instructions:
      "I have 400 street names with their years. I would like ten pages on where they come from, and a table by decade. What would that cost?",
    fields: { service: "custom", pages: "10" },
  },
  choir: {
    title: "Programme notes for a choir concert",
    instructions: "Notes for eight pieces, half a page each, for readers who do not know the music.",
    fields: { service: "custom", pages: "4" },
  },
} as const satisfies Record<string, DemoWork>;

const topics = ["memory", "trade", "migration", "language", "climate", "childhood", "medicine", "rivers", "housing"];
const places = ["in Scotland", "in Brazil", "in Kenya", "in Vietnam", "in Peru", "in Norway", "in Ghana", "in Nepal"];
const manners = [
  "",
  ", a short comparison",
  ", seen through letters, parish books and the reports of travellers of the time",
  ": two studies and the point where they part",
];

/** A title for the order of this number in the large demo: short, usual and very long ones. */
export const largeDemoTitle = (number: number): string =>
  `On ${topics[number % topics.length]} ${places[number % places.length]}${manners[number % 5] ?? ""}`;

/** The text that the demo writer delivers: a whole essay for one order, a sample for the others. */
export const demoText = ({ title }: DemoWork): string =>
  title === works.memory.title ? modelEssay : sampleText(title);

const sampleText = (title: string): string =>
  [
    title,
    "This is a sample of a delivered text. It stands here so that the page of a finished order can be looked at.",
    "A real delivery begins with a short answer to the question, then takes the sources one after the other, and ends with what they show together. Each claim names its source, and each figure says where it comes from.",
    "After the text come the sources in the style that was asked for, and a note on what was left out and why. Read it as a model for your own work: follow the steps, check the sources, and write your own version.",
  ].join("\n\n");
