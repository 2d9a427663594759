import { checklistOf } from "./checklist.ts";
import { type CountedWork, comparedText, compareWork, leftOutText, type PromisedCount } from "./counted-work.ts";

// What is handed over beside the work itself: the learning pack, the declaration, the ticks, the answers to points.

/** A part of the learning pack; each is a text, and the name of its field. */
export const packParts = ["outline", "sources", "reasoning", "questions", "solutions", "changes", "tests"] as const;
export type PackPart = (typeof packParts)[number];
export type Pack = { readonly [Part in PackPart]?: string };

export const aiUses = ["nothing", "language", "content"] as const;
export type AiUse = (typeof aiUses)[number];
export type Declaration = {
  readonly aiUse: AiUse | null;
  /** Which tool and for what; empty where nothing was used. */
  readonly aiDetail: string;
  /** Every source exists and was read. */
  readonly sourcesRead: boolean;
  /** Written for this order and given to nobody else. */
  readonly ownWork: boolean;
};

/** The declaration of AI use in a sentence. */
export const aiUseText = ({ aiUse, aiDetail }: Declaration): string => {
  if (aiUse === null) return "Nothing is said about AI tools";
  if (aiUse === "nothing") return "No AI tools used";
  return `AI tools used for ${aiUse}${aiDetail ? `: ${aiDetail}` : ""}`;
};

export const answerKinds = ["changed", "there", "outside"] as const;
export type AnswerKind = (typeof answerKinds)[number];
/** What became of a point that the client named. */
export type PointAnswer = { readonly kind: AnswerKind | null; readonly text: string };
export type AnsweredPoint = PointAnswer & { readonly point: string };

/** All of it as a form holds it; the texts of the work and its files are counted by who sends them. */
export type Handover = {
  readonly hasWork: boolean;
  /** Null where it is not counted yet: files are counted when they are handed over. */
  readonly counted: CountedWork | null;
  /** Why less is handed over than was promised. */
  readonly shortReason: string;
  /** Numbers of the ticked points of the checklist, from 0. */
  readonly ticked: readonly number[];
  readonly pack: Pack;
  readonly declaration: Declaration;
  readonly answers: readonly PointAnswer[];
  /** Asked where pack and declaration come from an earlier version. */
  readonly packFits: boolean;
  readonly stillTrue: boolean;
};

/** What an order asks of a finished delivery. */
export type HandoverFacts = {
  readonly service: string;
  readonly orderType: string | null;
  readonly citedSources: number | null;
  readonly checklist: readonly string[];
  /** What of the order can be counted. */
  readonly promised: readonly PromisedCount[];
  /** What the client asked to change; empty outside a revision. */
  readonly points: readonly string[];
  /** An earlier version has a pack and a declaration. */
  readonly carried: boolean;
};

type Needed = { readonly part: PackPart; readonly optional?: true };

const needed = (...parts: readonly PackPart[]): readonly Needed[] =>
  parts.map((part) => (part === "solutions" ? { part, optional: true } : { part }));

const writing = needed("outline", "sources", "reasoning", "questions", "solutions");

const byService: Readonly<Record<string, readonly Needed[]>> = {
  "non-technical": writing,
  technical: writing,
  coursework: writing,
  custom: needed("reasoning", "questions", "solutions"),
  programming: needed("tests", "reasoning", "questions", "solutions"),
  calculations: needed("reasoning", "questions", "solutions"),
  quiz: needed("reasoning"),
  test: needed("reasoning"),
};

/** The parts of the learning pack for a kind of work: writing, editing with its changes, code with its tests. */
export const packOf = ({
  service,
  orderType,
  citedSources,
}: Pick<HandoverFacts, "service" | "orderType" | "citedSources">): readonly Needed[] => {
  if (orderType === "editing" || orderType === "proofreading") return needed("changes");
  const parts = byService[service] ?? needed("reasoning");
  return service === "coursework" || (citedSources ?? 0) > 0
    ? parts
    : parts.map((one) => (one.part === "sources" ? { ...one, optional: true } : one));
};

const leastQuestions = 3;

/** How many lines of a part are there, and how many are asked for: sources and questions are counted. */
export const countOf = (part: PackPart, pack: Pack, { citedSources }: Pick<HandoverFacts, "citedSources">) => {
  const lines = checklistOf(pack[part] ?? "").length;
  if (part === "questions") return { lines, least: leastQuestions };
  return { lines, least: part === "sources" ? Math.max(1, citedSources ?? 0) : 1 };
};

/** Something that a finished delivery still lacks: the field to go to, what it is, and how to say it in a summary. */
export type OpenItem = { readonly path: string; readonly label: string; readonly message: string };

const item = (path: string, label: string, message: string): OpenItem => ({ path, label, message });
const more = (left: number, one: string, several: string): string => `${left} more ${left === 1 ? one : several}`;

const packItem = (part: PackPart, pack: Pack, facts: HandoverFacts): OpenItem | null => {
  const { lines, least } = countOf(part, pack, facts);
  const left = least - lines;
  if (left <= 0) return null;
  if (part === "questions") {
    const asked = more(left, "question to test yourself", "questions to test yourself");
    return item(part, asked, `Learning pack: ${asked}.`);
  }
  if (part === "sources" && lines > 0) {
    const asked = more(left, "annotated source", "annotated sources");
    return item(part, asked, `Learning pack: ${asked}, one in each line.`);
  }
  return item(part, partLabels[part], `Learning pack: write the part “${partLabels[part]}”.`);
};

export const partLabels: Readonly<Record<PackPart, string>> = {
  outline: "Outline",
  sources: "Annotated sources",
  reasoning: "The reasons behind the work",
  questions: "Questions to test yourself",
  solutions: "Answers to the questions",
  changes: "What was changed, and why",
  tests: "Tests that run",
};

export const tickField = (at: number): string => `tick-${at}`;
export const answerField = (at: number): string => `point-${at}-kind`;
export const answerTextField = (at: number): string => `point-${at}-text`;

const checklistItem = ({ ticked }: Handover, { checklist }: HandoverFacts): OpenItem | null => {
  const open = checklist.flatMap((_, at) => (ticked.includes(at) ? [] : [at]));
  const [first] = open;
  if (first === undefined) return null;
  const points = `${open.length} ${open.length === 1 ? "point" : "points"}`;
  return item(
    tickField(first),
    `${points} of the checklist`,
    `Checklist: ${points} ${open.length === 1 ? "is" : "are"} open.`,
  );
};

const answerItems = ({ answers }: Handover, { points }: HandoverFacts): readonly OpenItem[] =>
  points.flatMap((_, at) => {
    const answer = answers[at];
    const label = `Answer to point ${at + 1}`;
    if (!answer?.kind) return [item(answerField(at), label, `Point ${at + 1}: choose what you did about it.`)];
    if (answer.text.trim() === "")
      return [item(answerTextField(at), label, `Point ${at + 1}: write a sentence for the client.`)];
    return [];
  });

const declarationItems = ({ declaration }: Handover): readonly OpenItem[] => {
  const { aiUse, aiDetail, sourcesRead, ownWork } = declaration;
  const tool = aiUse !== null && aiUse !== "nothing" && aiDetail.trim() === "";
  return [
    ...(aiUse === null ? [item("aiUse", "What AI tools were used for", "AI tools: say what they were used for.")] : []),
    ...(tool ? [item("aiDetail", "Which AI tool, and for what", "AI tools: name the tool, and what it did.")] : []),
    ...(sourcesRead ? [] : [item("sourcesRead", "The first line about sources", sourcesMessage("first"))]),
    ...(ownWork ? [] : [item("ownWork", "The second line about sources", sourcesMessage("second"))]),
  ];
};
const sourcesMessage = (line: string): string => `Sources: tick the ${line} line, or write to Support.`;

const carriedItems = ({ packFits, stillTrue }: Handover): readonly OpenItem[] => [
  ...(packFits ? [] : [item("packFits", "Does the learning pack still fit?", "Learning pack: say that it fits.")]),
  ...(stillTrue ? [] : [item("stillTrue", "Is the declaration still true?", "Declaration: say that it is true.")]),
];

const workItem = ({ hasWork }: Handover): readonly OpenItem[] =>
  hasWork ? [] : [item("text", "The work: a file or a text", "Write or paste the work, or add a file.")];

/** Below nine tenths of a promise that can be counted, the client gets a reason with the work. */
const shortItem = ({ counted, shortReason }: Handover, { promised }: HandoverFacts): readonly OpenItem[] => {
  const short = compareWork(promised, counted).filter((one) => one.short);
  if (short.length === 0 || shortReason.trim() !== "") return [];
  const differences = short.map(comparedText).join(", ");
  const apart = counted && leftOutText(counted);
  return [
    item(
      "shortReason",
      `Why it is only ${differences}`,
      `The work has ${differences}. ${apart ? `Not counted: ${apart}. ` : ""}Add the rest, or write why.`,
    ),
  ];
};

/** What a draft lacks: nothing but the work. */
export const openForDraft = (handed: Handover): readonly OpenItem[] => workItem(handed);

/** What a finished delivery by an admin lacks: the pack and the declaration are the writer's own. */
export const openForAdmin = (handed: Handover, facts: HandoverFacts): readonly OpenItem[] => [
  ...workItem(handed),
  ...[checklistItem(handed, facts)].filter((one) => one !== null),
];

/** What a writer's finished delivery lacks, in the order of the page; nothing: it can be delivered. */
export const openForDelivery = (handed: Handover, facts: HandoverFacts): readonly OpenItem[] => {
  const parts = packOf(facts).flatMap(({ part, optional }) => (optional ? [] : [packItem(part, handed.pack, facts)]));
  return [
    ...answerItems(handed, facts),
    ...workItem(handed),
    ...shortItem(handed, facts),
    ...[checklistItem(handed, facts), ...parts].filter((one) => one !== null),
    ...declarationItems(handed),
    ...(facts.carried ? carriedItems(handed) : []),
  ];
};

type Texts = Readonly<Record<string, string>>;

type WorkSeen = { hasWork: boolean; counted?: CountedWork | null };

/** Reads all of it from the texts of a form, where a ticked box is "on". */
export const readHandover = (texts: Texts, { hasWork, counted = null }: WorkSeen): Handover => {
  const on = (name: string): boolean => texts[name] === "on";
  const ticked = numbersIn(texts, /^tick-(\d{1,2})$/).filter((at) => on(tickField(at)));
  const last = Math.max(-1, ...numbersIn(texts, /^point-(\d{1,2})-/));
  return {
    hasWork,
    counted,
    shortReason: texts.shortReason?.trim() ?? "",
    ticked,
    pack: Object.fromEntries(packParts.flatMap((part) => (texts[part]?.trim() ? [[part, texts[part].trim()]] : []))),
    declaration: {
      aiUse: aiUses.find((use) => use === texts.aiUse) ?? null,
      aiDetail: texts.aiDetail?.trim() ?? "",
      sourcesRead: on("sourcesRead"),
      ownWork: on("ownWork"),
    },
    answers: Array.from({ length: last + 1 }, (_, at) => ({
      kind: answerKinds.find((kind) => kind === texts[answerField(at)]) ?? null,
      text: texts[answerTextField(at)]?.trim() ?? "",
    })),
    packFits: on("packFits"),
    stillTrue: on("stillTrue"),
  };
};

const numbersIn = (texts: Texts, shape: RegExp): number[] =>
  Object.keys(texts).flatMap((name) => {
    const [, at] = shape.exec(name) ?? [];
    return at === undefined ? [] : [Number(at)];
  });

/** Whether a field belongs to the hand-over; anything else in a form is none of its business. */
export const isHandoverField = (name: string): boolean =>
  handoverFields.includes(name) || /^tick-\d{1,2}$/.test(name) || /^point-\d{1,2}-(kind|text)$/.test(name);

const handoverFields: readonly string[] = [
  ...["text", "note", "shortReason", "aiUse", "aiDetail", "sourcesRead", "ownWork", "packFits", "stillTrue"],
  ...packParts,
];

/** Pack and declaration as the texts of a form, to continue with in the next version. */
export const carriedTexts = (pack: Pack, declaration: Declaration): Texts => ({
  ...pack,
  ...(declaration.aiUse && { aiUse: declaration.aiUse }),
  ...(declaration.aiDetail && { aiDetail: declaration.aiDetail }),
  ...(declaration.sourcesRead && { sourcesRead: "on" }),
  ...(declaration.ownWork && { ownWork: "on" }),
});

export const aiUseLabels: Readonly<Record<AiUse, string>> = {
  nothing: "Nothing",
  language: "Language",
  content: "Content",
};

export const answerLabels: Readonly<Record<AnswerKind, string>> = {
  changed: "Changed",
  there: "It was there already",
  outside: "Not part of the brief",
};
