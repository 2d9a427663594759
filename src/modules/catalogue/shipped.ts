import { coursework } from "./coursework.ts";
import { ownText } from "./own-text.ts";
import { papers } from "./papers.ts";
import { quizzesTests } from "./quizzes-tests.ts";
import type { PublicService } from "./service.ts";
import { technical } from "./technical.ts";

/** Every service that the product brings, in the order in which lists show them. Each has another name in its address. */
export const catalogue: readonly PublicService[] = [
  ...papers,
  ...ownText,
  ...technical,
  ...coursework,
  ...quizzesTests,
];
