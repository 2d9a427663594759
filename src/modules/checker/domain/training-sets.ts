/** The sets that the shipped model learned from. */
export const trainingSets: readonly { name: string; what: string; licence: string }[] = [
  {
    name: "BiScope",
    what: "reviews, fiction, college essays and abstracts, human and by five models of 2023 and 2024",
    licence: "MIT for the repository; human texts keep their own rights",
  },
  {
    name: "Learning to Rewrite",
    what: "13 kinds of web writing, human and by four models of 2024",
    licence: "unknown",
  },
  { name: "ELLIPSE", what: "essays of learners of English, human", licence: "research use" },
  { name: "OUTFOX", what: "essays of school students, human and by three models of 2022 and 2023", licence: "unknown" },
  { name: "M4", what: "mixed web writing, human and by mixed models of 2023", licence: "unknown in the copy used" },
  { name: "HPPT", what: "research abstracts, human and polished by GPT-3.5", licence: "unknown" },
  { name: "DNA-DetectLLM", what: "arXiv abstracts and XSum news, human", licence: "unknown" },
  { name: "Debates of 2026", what: "debate speeches by 18 models of 2026", licence: "unknown" },
  { name: "AI-TEXT-DETECTION", what: "student essays, human and by mixed models", licence: "unknown" },
  { name: "ArguGPT", what: "argument essays by two models of 2022 and 2023", licence: "unknown" },
  { name: "Lastde", what: "forum posts, human and by three models of 2024", licence: "unknown" },
  { name: "Herbold et al. 2023", what: "argument essays, human and by two models", licence: "Apache-2.0" },
  { name: "rexshijaku", what: "answers of students, human and by GPT-3.5", licence: "MIT" },
];
