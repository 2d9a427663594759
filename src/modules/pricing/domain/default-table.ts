import type { Service } from "./names.ts";
import type { Named, PricingTable } from "./tables.ts";

const named = (value: string, names: string): Named => names.split(", ").map((name) => [name, value] as const);
const spacing = { single: "2", oneAndHalf: "1.5", double: "1" } as const;

/** The values used until an admin saves others. */
export const defaultPricingTable: PricingTable = {
  coursework: {
    subjects: [
      ...named("1500", "Computer Science, Engineering, Architecture"),
      ...named(
        "1200",
        "Mathematics, Physics, Statistics, Information Technology, Data Science, Nursing & Medicine, Law",
      ),
      ...named(
        "1000",
        "Literature, History, Psychology, Sociology, Business & Finance, Media & Communication, Design & Arts",
      ),
      ["Others", "1200"],
    ],
    default: "1200",
  },
  nonTech: {
    subjects: [
      ["Literature", "14"],
      ["History", "13"],
      ["Psychology", "15"],
      ["Sociology", "14"],
      ["Business", "15"],
      ["Arts", "12"],
      ["Philosophy", "16"],
      ["Political Science", "14"],
      ["Communications", "13"],
      ["Education", "14"],
      ["Cultural Studies", "15"],
      ["Religious Studies", "14"],
      ["Linguistics", "16"],
      ["Anthropology", "15"],
      ["Geography", "13"],
      ["Media Studies", "14"],
      ["Other", "12"],
    ],
    default: "12",
    orderType: { writing: "1", editing: "0.7", proofreading: "0.5" },
    spacing,
    citationFee: "1.5",
    deadlineDays: {
      upTo: [
        [1, "2"],
        [2, "1.75"],
        [3, "1.5"],
        [5, "1.25"],
        [7, "1.1"],
      ],
      beyond: "1",
    },
  },
  technical: {
    writing: {
      subjects: [
        ["Computer Science", "18"],
        ["Engineering", "20"],
        ["Mathematics", "17"],
        ["Physics", "19"],
        ["Chemistry", "18"],
        ["Biology", "16"],
        ["Economics", "17"],
        ["Information Technology", "17"],
        ["Data Science", "20"],
        ["Statistics", "18"],
        ["Other Technical Subject", "16"],
      ],
      default: "16",
      spacing,
      citationFee: "2",
    },
    programming: {
      projectSize: { "extra-small": "35", small: "45", medium: "120", large: "200" },
      projectType: [
        ["Web Development", "1.2"],
        ["Mobile App", "1.3"],
        ["Desktop Application", "1.2"],
        ["API Development", "1.1"],
        ["Database Design", "1"],
        ["Machine Learning", "1.5"],
        ["Data Analysis", "1.2"],
        ["Game Development", "1.4"],
        ["Automation Script", "0.9"],
        ["Debugging/Fixing Issues", "1"],
        ["Code Review", "0.8"],
        ["Algorithm Implementation", "1.3"],
        ["Other", "1"],
      ],
    },
    calculations: {
      course: [
        ["Mathematics", "18"],
        ["Statistics", "20"],
        ["Physics", "22"],
        ["Chemistry", "19"],
        ["Engineering", "23"],
        ["Economics", "17"],
        ["Finance", "18"],
        ["Accounting", "16"],
        ["Biostatistics", "21"],
        ["Quantitative Analysis", "20"],
        ["Operations Research", "19"],
        ["Other", "18"],
      ],
      software: [
        ["Microsoft Excel", "1"],
        ["SPSS", "1.2"],
        ["SAS", "1.3"],
        ["STATA", "1.2"],
        ["R", "1.3"],
        ["MATLAB", "1.4"],
        ["Python (NumPy/Pandas)", "1.3"],
        ["Minitab", "1.1"],
        ["Tableau", "1.2"],
        ["Power BI", "1.2"],
        ["Mathematica", "1.4"],
        ["GAMS", "1.3"],
        ["Other", "1.2"],
      ],
      baseMultiplier: "2",
    },
    deadlineHours: {
      upTo: [
        [12, "2.5"],
        [24, "2"],
        [48, "1.75"],
        [72, "1.5"],
        [120, "1.25"],
        [168, "1.1"],
      ],
      beyond: "1",
    },
  },
  quizTests: {
    quiz: "15",
    tiers: {
      standard: {
        price: "30",
        subjects:
          "Mathematics, English Literature, History, Psychology, Sociology, Business Studies, Marketing, Economics, Political Science, Geography, Other".split(
            ", ",
          ),
      },
      premium: {
        price: "40",
        subjects:
          "Computer Science, Engineering, Physics, Chemistry, Biology, Statistics, Data Science, Information Technology, Accounting, Finance".split(
            ", ",
          ),
      },
      high: {
        price: "50",
        subjects:
          "Medical Studies, Law, Architecture, Pharmacy, Nursing, Advanced Mathematics, Calculus, Organic Chemistry".split(
            ", ",
          ),
      },
    },
    default: "30",
    difficulty: { beginner: "1", intermediate: "1.1", advanced: "1.25" },
    testType: [
      ["multiple-choice", "1"],
      ["essay", "1.2"],
      ["mixed", "1.15"],
      ["final", "1.3"],
      ["midterm", "1.2"],
      ["practice", "0.9"],
      ["certification", "1.4"],
    ],
  },
};

/** Hours that must be left before a deadline, by service. A setting of its own, not part of the table. */
export const defaultMinimumLeadHours: Readonly<Record<Service, number>> = {
  "non-technical": 3,
  technical: 3,
  programming: 3,
  calculations: 3,
  coursework: 3,
  quiz: 3,
  test: 3,
};
