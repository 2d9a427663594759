/**
 * A whole model essay with notes and list of sources, as the demo delivers it: written for the demo, about studies that
 * exist. Longer than the 5 pages of its order.
 */
const modelEssay = `How sleep helps memory: two studies and the point where they part

# Introduction

Most people who have studied for a test know the feeling that a list learned in the evening is still there in the morning, while a list learned in the morning has faded by the evening. Psychologists have asked for about a hundred years whether this feeling is right and, if it is, why. The first question has been answered many times with a yes. The second one is harder. Sleep could protect what was learned only because nothing else happens during the night. In that case the bed is a quiet room and no more. Or sleep could do something of its own, so that a memory in the morning is stronger than it was at night. This essay compares two studies that used short lists of verbal material and a night of sleep. The first, by Jenkins and Dallenbach (1924), is the classic case for the quiet room. The second, by Ellenbogen and colleagues (2006), was built to test that view against its rival. The essay describes each study, compares how they were made, and then names the place where they disagree. It argues that both found the same fact, that they disagree on its cause, and that the second study shows more about the cause because its design makes the two explanations predict different results.

# The first study: a night against a day

Jenkins and Dallenbach (1924) worked with only two participants, both of them college students, who slept in the laboratory for weeks. In each session a student read a list of ten nonsense syllables aloud until he could repeat the whole list once without a mistake. Nonsense syllables such as "BIX" had been brought into research by Ebbinghaus (1885/1913), who hoped that material without meaning would be equally new for everybody. After learning, the student either went to sleep or went about his normal day. After one, two, four or eight hours he was asked to say as many of the ten syllables as he could.

The result is one of the clearest curves in the field. After a day awake, the students forgot more with every hour, and after eight hours they could recall about one syllable in ten. After sleep, they lost something in the first two hours and then almost nothing. After eight hours of sleep they still recalled somewhat more than half. The gap was large, it appeared in both people, and it appeared again in session after session.

The authors drew a strong conclusion from it. Forgetting, they wrote, is not a matter of old impressions that decay by themselves. It happens because new impressions come in and cover the old ones. A sleeping person takes in very little, so very little is covered. This explanation is known as the interference account. Sleep, on this view, has a purely passive part. It does nothing for the memory but keep the door closed.

# The second study: adding the disturbance on purpose

Ellenbogen et al. (2006) began with the weak point of that conclusion. If sleep only keeps disturbances away, then its advantage should be small or absent when a disturbance is brought in afterwards. If instead sleep makes a memory firmer, then a memory that has slept should resist a disturbance better than one that has not. The two accounts predict the same result when nobody interferes, but opposite results when somebody does. The study was planned around that difference.

The participants learned twenty pairs of unrelated words, here called A and B. They learned until they knew every pair. Twelve hours later they came back. For one part of them the twelve hours included a night of sleep, and for the other part they were a day awake. Half of each group was then tested at once: they saw each word A and had to recall its partner B. The other half first learned a new list in which the same words A were paired with new partners, called C. Only after a short break were they asked for the old partners B. Learning a second partner for a word makes the first one hard to find, and this effect has been used to produce forgetting for a long time.

Without the second list, those who had slept recalled about 94 per cent of the pairs and those who had been awake about 82 per cent. With the second list, the sleepers still recalled about 76 per cent, but the recall of those who had been awake fell to about 32 per cent. The advantage of sleep was therefore there in both cases, but it was much larger when a disturbance had been added. That is what one expects if the memory itself has changed during the night. It is hard to explain with a closed door, since the disturbance came in the morning, when the door was open for everybody.

# How the two studies were made

Before the results are set against each other, three differences in design should be named. The first is the number of people. Two participants who are tested many times can show that an effect is stable in those two people. They cannot show how common it is. The later study had several dozen participants in four groups, each tested once, so that its groups can be compared with the usual statistics. Each approach pays a price: the older one in breadth, the newer one in the detail of the curve, because it measured mainly one delay.

The second difference is the material. A list of ten syllables without meaning is learned by repetition, and its parts have no natural link. Word pairs let the learner make a small picture or a sentence, which is closer to what students do with the terms of a course. It is possible that sleep treats the two kinds of material in different ways. This means that the sizes of the effects, about fifty points in one study and twelve in the other, should not be compared directly. What can be compared is their direction, and this is the same.

The third difference concerns the time of day. Whoever sleeps after learning has usually learned in the evening, and whoever stays awake has usually learned in the morning. Tiredness or the daily rhythm could then explain part of a difference between the groups. Jenkins and Dallenbach could do little about this. Ellenbogen et al. (2006) added a further group that was tested a whole day after learning, to see whether the hour alone could be the reason, and they report that it was not. Other work supports this. Gais et al. (2006) found that students who slept soon after learning vocabulary remembered more a day or two later, even when every group had slept at some point before the test. Their result also shows that the moment of sleep, not merely its presence, matters.

# Where they agree and where they disagree

On the fact, the two studies agree. After an interval with sleep, people recall more verbal material than after an equal interval awake. The second study even repeats a part of the first: its groups without a second list are, in effect, a modern version of the comparison from 1924.

On the cause, they disagree. For Jenkins and Dallenbach, the cause of forgetting lies outside the memory, in what comes after it, and sleep is helpful because it is empty. For Ellenbogen et al., something happens to the memory during sleep, so that it is later less easily disturbed. This process is called consolidation. The disagreement is not about the numbers but about what they may be used to show. The older design cannot decide the matter. It compares a night in which little comes in with a day in which much comes in, and so the absence of interference and the presence of sleep always occur together. The newer design separates them. Both groups meet the same disturbance, at the same distance from the test, and only one of them has slept.

It would nevertheless be wrong to say that the older view has been refuted. Interference is real, and the second study depends on it: its strongest effect appears exactly because new pairs disturb old ones. The waking groups without a second list also lost more than the sleepers, and an ordinary day full of words may have played a part in that. A careful reading is therefore that sleep does both. It keeps disturbances away for some hours, and it leaves the memory better prepared for those that follow. Reviews of later work come to a similar view and connect the active part with the repeated activity of recently used memories during deep sleep (Rasch & Born, 2013). Even very short periods may be useful: in one experiment a nap of a few minutes improved the recall of a list of adjectives (Lahl et al., 2008), although so short a nap hardly keeps any disturbance away.

# Conclusion

Two studies, more than eighty years apart, found that people who sleep after learning remember more of a list. The first explained this by what sleep prevents, and the second by what sleep does. Because the second study added the disturbance on purpose and after the night, it could separate explanations that the first one had to leave together. Its own limits are that it used mainly one delay and one kind of material, and that it measured recall and not what happened in the brain. For a student the practical answer is the same under both accounts: learn, then sleep, and do not fill the time between with something similar. For a psychologist the lesson lies in the method. A large and stable effect does not name its own cause, and a good experiment looks for the one situation in which two explanations can no longer both be right.

# Notes

1. "Recall" means here that the person says or writes the words without seeing them; recognition, where the right word is chosen from several, is usually easier and was not measured in these two studies.
2. Percentages are rounded. Where the older study gives values for each student, the essay speaks of the average of both.

# References

Ebbinghaus, H. (1913). Memory: A contribution to experimental psychology (H. A. Ruger & C. E. Bussenius, Trans.). Teachers College, Columbia University. (Original work published 1885)
Ellenbogen, J. M., Hulbert, J. C., Stickgold, R., Dinges, D. F., & Thompson-Schill, S. L. (2006). Interfering with theories of sleep and memory: Sleep, declarative memory, and associative interference. Current Biology, 16(13), 1290–1294.
Gais, S., Lucas, B., & Born, J. (2006). Sleep after learning aids memory recall. Learning & Memory, 13(3), 259–262.
Jenkins, J. G., & Dallenbach, K. M. (1924). Obliviscence during sleep and waking. The American Journal of Psychology, 35(4), 605–612.
Lahl, O., Wispel, C., Willigens, B., & Pietrowsky, R. (2008). An ultra short episode of sleep is sufficient to promote declarative memory performance. Journal of Sleep Research, 17(1), 3–10.
Rasch, B., & Born, J. (2013). About sleep's role in memory. Physiological Reviews, 93(2), 681–766.`;

const lines = (...all: readonly string[]): string => all.join("\n");

/** The delivery details of each delivered demo work: a learning pack and a declaration, made up like the works. */
export const demoHandover = (work: DemoWork) => {
  const cited = Number(work.fields.citedSources ?? 0);
  return {
    ticked: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    pack: {
      outline: lines("The question, and why it is one", "What the sources say, one after the other", "What follows"),
      sources: Array.from(
        { length: Math.max(1, cited) },
        (_, at) => `Source ${at + 1}: a sample line; here stands in one sentence what the source is good for.`,
      ).join("\n"),
      reasoning: lines(
        "The text begins with the narrowest claim that the sources carry, and widens it step by step.",
        "Where two sources disagree, the reason is named before one of them is followed.",
      ),
      questions: lines(
        "Which claim would fall first if the second source were wrong?",
        "Why does the text compare the two cases in this order?",
        "Which question does it leave open?",
      ),
      solutions: lines("The third.", "The second case explains the first.", "How often it happens."),
      changes: lines("Order: the second paragraph moved to the front.", "Flow: short sentences, the reason first."),
      tests: lines("Run `Rscript tests.R`: four cases, one for each kind of tide.", "Each prints what it expected."),
    },
    declaration: { aiUse: "nothing", aiDetail: "", sourcesRead: true, ownWork: true },
    answers: [{ kind: "changed", text: "The reference stands in the third paragraph now." }],
    shortReason: "This is a sample: the demo shows a whole text in one of its orders alone.",
    packFits: true,
    stillTrue: true,
  } as const;
};

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
