import type { PublicService } from "./service.ts";

export const paper = (
  subject: string,
  pages: number,
  citedSources: number,
  hours: number,
  orderType = "writing",
): PublicService["preset"] => ({
  service: "non-technical",
  fields: { subject, orderType, pages: String(pages), citedSources: String(citedSources), spacing: "double" },
  hours,
});

const family = "non-technical-writing";
export const whenNeeded = "The date and hour you need it, in your own time zone";
const revision = "A revision, if the text does not follow your brief";

/** Non-technical writing: priced by the page, the same table for each of them. Work on a client's own text: own-text.ts. */
export const papers: readonly PublicService[] = [
  {
    slug: "essays",
    family,
    name: "Essays",
    item: "essay",
    summary: "One question, one argument, and the evidence for it. Priced by the page and the subject.",
    lede: "One question, one argument, and the evidence for it. Newly written, edited from your draft, or proofread before you use it.",
    send: [
      "The question, in the exact words of your teacher",
      "The number of pages and the citation style",
      "Titles or links of the readings that you must use",
      whenNeeded,
    ],
    gets: [
      "The essay, on your order page",
      "A reference list with every source that you paid for",
      "The status of the work, step by step",
      revision,
    ],
    questions: [
      {
        ask: "How many sources does an essay need?",
        answer:
          "Look in your task first. If it does not say, one source for each page is common. You pay for each cited source once, however often the text uses it.",
      },
    ],
    sample: "promise",
    preset: paper("Philosophy", 4, 5, 192),
  },
  {
    slug: "term-papers",
    family,
    name: "Term papers",
    item: "term paper",
    summary: "A longer paper that shows what a whole course was about, with a clear question and sources.",
    lede: "A longer paper at the end of a course. It takes one question from the course and answers it with the readings of the course.",
    send: [
      "The task sheet and the list of course readings, as text or links",
      "The question, or three topics from which we may choose",
      "The citation style and the number of pages",
      whenNeeded,
    ],
    gets: [
      "The paper with headings and an introduction that names the question",
      "References to the readings of your course first",
      "A reference list in the style that you name",
      revision,
    ],
    questions: [
      {
        ask: "Can you choose the topic?",
        answer:
          "Yes. Write in the brief what the course was about and what you find interesting. The writer chooses a question that fits the number of pages.",
      },
    ],
    preset: paper("Political Science", 10, 8, 192),
  },
  {
    slug: "research-papers",
    family,
    name: "Research papers",
    item: "research paper",
    summary: "A paper that finds, compares and cites published research. Each cited source is a line of the price.",
    lede: "A paper that finds published research, compares it, and draws a conclusion. Each source is real, cited in the text and listed at the end.",
    send: [
      "The research question, or the field and what you want to know",
      "How many sources, how old they may be, and of which kind",
      "Data of your own, if the paper should use it, as text or a link",
      whenNeeded,
    ],
    gets: [
      "An abstract, the paper, and a reference list",
      "A sentence for each source that says why it is there, if you ask for it",
      "Direct quotations with page numbers",
      revision,
    ],
    questions: [
      {
        ask: "Do you invent data or sources?",
        answer:
          "No. If there is too little research on a question, the paper says so. If the question needs data that does not exist, we ask you before the work continues.",
      },
    ],
    preset: paper("Psychology", 12, 15, 192),
  },
  {
    slug: "dissertations",
    family,
    name: "Dissertations",
    item: "dissertation chapter",
    summary: "Model chapters, editing and proofreading for a dissertation or thesis, ordered chapter by chapter.",
    lede: "Help with one chapter at a time: a model chapter, an edit of your own, or a last proofreading. You pay for the chapter that you need now.",
    send: [
      "Your research question and the plan of chapters",
      "The chapter before this one, or its summary",
      "The rules of your department for form and citation",
      whenNeeded,
    ],
    gets: [
      "One chapter with its own short introduction and conclusion",
      "Notes for your supervisor meeting, if you ask for them",
      "References in the style of your department",
      revision,
    ],
    questions: [
      {
        ask: "Should I order the whole dissertation at once?",
        answer:
          "We advise one chapter at a time. Your supervisor may change the plan, and then you have not paid for chapters that you no longer need. One order can have up to 500 pages.",
      },
    ],
    preset: paper("Education", 20, 25, 336),
  },
  {
    slug: "literature-reviews",
    family,
    name: "Literature reviews",
    item: "literature review",
    summary: "What is known about a question, who disagrees, and what is not known yet. Sorted by idea, not by author.",
    lede: "What is known about a question, who disagrees with whom, and what nobody has looked at yet. Sorted by idea, not by author.",
    send: [
      "The question, and the years and languages to cover",
      "Sources that must be in the review",
      "The number of pages and of sources",
      whenNeeded,
    ],
    gets: [
      "A review with a heading for each line of research",
      "A last part that says what is left for your own work",
      "A reference list with every source that you paid for",
      revision,
    ],
    questions: [
      {
        ask: "Is this a systematic review?",
        answer:
          "No. A systematic review has a protocol and a search that can be repeated. If you need one, send a custom order and describe the protocol.",
      },
    ],
    preset: paper("Sociology", 8, 20, 192),
  },
  {
    slug: "case-studies",
    family,
    name: "Case studies",
    item: "case study",
    summary: "One company, person or event, examined with the method of your course, with a clear recommendation.",
    lede: "One company, one person or one event, examined with the method of your course. It ends with a recommendation and the reasons for it.",
    send: [
      "The case, as text or a link",
      "The method or model that your course uses",
      "The questions that the case study must answer",
      whenNeeded,
    ],
    gets: [
      "A short summary of the facts",
      "The analysis, one heading for each question",
      "A recommendation with its risks",
      revision,
    ],
    questions: [
      {
        ask: "May the case be from my workplace?",
        answer: "Yes, if you leave out names and other personal data. Do not send what your employer keeps secret.",
      },
    ],
    preset: paper("Business", 6, 6, 168),
  },
  {
    slug: "business-reports",
    family,
    name: "Business reports",
    item: "business report",
    summary: "A report for a business course: summary first, findings with their source, then recommendations.",
    lede: "A report that a busy person can use: the summary first, the findings with their sources, and recommendations that follow from them.",
    send: [
      "Who reads the report and what they must decide",
      "The company and the figures, as text or links",
      "The parts that your task asks for, for example a SWOT analysis",
      whenNeeded,
    ],
    gets: [
      "A summary of one page or less",
      "Findings, with tables where numbers are compared",
      "Recommendations, each with cost, time and risk where the data allows it",
      revision,
    ],
    questions: [
      {
        ask: "Where do the figures come from?",
        answer:
          "From published annual reports, statistics offices and the data that you send. Each figure has its source in the text.",
      },
    ],
    preset: paper("Business", 8, 6, 168),
  },
  {
    slug: "book-reviews",
    family,
    name: "Book and article reviews",
    item: "review",
    summary: "What a book or article claims, how well it shows it, and for whom it is useful.",
    lede: "What a book or article claims, how well it shows it, and for whom it is useful. It is more than a summary, and it is fair to the author.",
    send: [
      "Title, author and edition",
      "The question of your teacher, if there is one",
      "The number of pages",
      whenNeeded,
    ],
    gets: [
      "The claim of the text in a few sentences",
      "A judgement with passages that support it",
      "Page numbers for each quotation",
      revision,
    ],
    questions: [
      {
        ask: "Do I have to send the book?",
        answer:
          "Name the exact edition. If it cannot be bought or borrowed easily, put the passages that matter into your brief.",
      },
    ],
    preset: paper("Literature", 3, 1, 120),
  },
];
