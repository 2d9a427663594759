/** The rows of the first price list, written by hand in the words of who sets prices, read by the tests and by nothing else. */
const rows = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(/, (?=[^)]*(?:\(|$))/).map((row) => {
      const cut = row.lastIndexOf(" ");
      return [row.slice(0, cut), row.slice(cut + 1)] as const;
    }),
  );

const each = (text: string, value: string): string => text.replaceAll(/,|$/g, (end) => ` ${value}${end}`);

export const coursework = rows(
  [
    each("Computer Science, Engineering, Architecture", "1500"),
    each(
      "Mathematics, Physics, Statistics, Information Technology, Data Science, Nursing & Medicine, Law, Others",
      "1200",
    ),
    each(
      "Literature, History, Psychology, Sociology, Business & Finance, Media & Communication, Design & Arts",
      "1000",
    ),
  ].join(", "),
);

export const nonTech = rows(
  "Literature 14, History 13, Psychology 15, Sociology 14, Business 15, Arts 12, Philosophy 16, Political Science 14, Communications 13, Education 14, Cultural Studies 15, Religious Studies 14, Linguistics 16, Anthropology 15, Geography 13, Media Studies 14, Other 12",
);

export const technical = rows(
  "Computer Science 18, Engineering 20, Mathematics 17, Physics 19, Chemistry 18, Biology 16, Economics 17, Information Technology 17, Data Science 20, Statistics 18, Other Technical Subject 16",
);

export const orderType = rows("writing 1, editing 0.7, proofreading 0.5");
export const spacing = rows("single 2, oneAndHalf 1.5, double 1");
export const projectSize = rows("extra-small 35, small 45, medium 120, large 200");

export const projectType = rows(
  "Web Development 1.2, Mobile App 1.3, Desktop Application 1.2, API Development 1.1, Database Design 1, Machine Learning 1.5, Data Analysis 1.2, Game Development 1.4, Automation Script 0.9, Debugging/Fixing Issues 1, Code Review 0.8, Algorithm Implementation 1.3, Other 1",
);

export const course = rows(
  "Mathematics 18, Statistics 20, Physics 22, Chemistry 19, Engineering 23, Economics 17, Finance 18, Accounting 16, Biostatistics 21, Quantitative Analysis 20, Operations Research 19, Other 18",
);

export const software = rows(
  "Microsoft Excel 1, SPSS 1.2, SAS 1.3, STATA 1.2, R 1.3, MATLAB 1.4, Python (NumPy/Pandas) 1.3, Minitab 1.1, Tableau 1.2, Power BI 1.2, Mathematica 1.4, GAMS 1.3, Other 1.2",
);

export const test = rows(
  [
    each(
      "Mathematics, English Literature, History, Psychology, Sociology, Business Studies, Marketing, Economics, Political Science, Geography, Other",
      "30",
    ),
    each(
      "Computer Science, Engineering, Physics, Chemistry, Biology, Statistics, Data Science, Information Technology, Accounting, Finance",
      "40",
    ),
    each(
      "Medical Studies, Law, Architecture, Pharmacy, Nursing, Advanced Mathematics, Calculus, Organic Chemistry",
      "50",
    ),
  ].join(", "),
);

export const difficulty = rows("beginner 1, intermediate 1.1, advanced 1.25");
export const testType = rows(
  "multiple-choice 1, essay 1.2, mixed 1.15, final 1.3, midterm 1.2, practice 0.9, certification 1.4",
);

/** Whole days left and hours left, each "up to", then the multiplier beyond. */
export const days = [...rows("1 2, 2 1.75, 3 1.5, 5 1.25, 7 1.1")];
export const hours = [...rows("12 2.5, 24 2, 48 1.75, 72 1.5, 120 1.25, 168 1.1")];
