import type { Runtime } from "#src/platform/runtime.ts";
import { type DemoCast, type DemoParts, openStage, type Stage } from "./stage.ts";
import { type DemoWork, largeDemoTitle, works } from "./works.ts";

/**
 * Makes the demo orders with the real commands, dated around the first start: one at least in each state
 * that has a screen. Refuses outside demo mode.
 */
export async function seedDemoOrders(runtime: Runtime, parts: DemoParts): Promise<void> {
  if (runtime.mode !== "demo") throw new Error("Demo orders belong to demo mode only.");
  await parts.makeWriter(runtime, parts.cast.writer.id);
  const stage = openStage(runtime, parts);
  for (const { play } of stories) await play(stage);
  await runtime.dispatchEvents();
}

/** Who takes part in the large demo, and how much of it is played: 1 is about 300 orders. */
type LargeParts = DemoParts & {
  readonly clients: readonly DemoCast["client"][];
  readonly writers: readonly DemoCast["writer"][];
  readonly size: number;
};

/**
 * Plays every story many times with other clients, writers, titles and days, the same at each call. Returns how many
 * orders were made. Refuses outside demo mode.
 */
export async function seedLargeDemoOrders(runtime: Runtime, { clients, writers, size, ...parts }: LargeParts) {
  if (runtime.mode !== "demo") throw new Error("Demo orders belong to demo mode only.");
  for (const { id } of writers) await parts.makeWriter(runtime, id);
  let made = 0;
  for (const { times, days, play } of stories)
    for (let turn = 0; turn < Math.ceil(times * size); turn += 1, made += 1) {
      // Half of the clients have most of the orders.
      const client = clients[made % 3 === 0 ? made % clients.length : made % Math.ceil(clients.length / 2)];
      const writer = writers[made % writers.length];
      const cast = { ...parts.cast, ...(client && { client }), ...(writer && { writer }) };
      const earlier = days === 0 ? (made % 7) / 60 : (turn / (times * size)) * days * 24;
      const moreTime = days === 0 ? (made % 9) * 26 : 0;
      await play(openStage(runtime, { ...parts, cast }, { earlier, moreTime, title: largeDemoTitle(made) }));
    }
  await runtime.dispatchEvents();
  return made;
}

/** Placed, paid, assigned and accepted, from `at` on. */
const working = async (stage: Stage, at: number, work: DemoWork, due: number): Promise<string> => {
  const id = await stage.place(at, work, due);
  await stage.pay(at + 0.2, id);
  await stage.assign(at + 1, id);
  await stage.act(at + 1.5, "writer", id, "accept");
  return id;
};

/** `times` and `days`: how often it is played in the large demo, spread over so many days; what is open begins today. */
type Story = { readonly times: number; readonly days: number; readonly play: (stage: Stage) => Promise<void> };

const stories: readonly Story[] = [
  // finished, and what was asked to change on the way
  {
    times: 70,
    days: 80,
    play: async (stage) => {
      const id = await working(stage, -240, works.poems, -100);
      await stage.deliver(-130, id, works.poems);
      await stage.read(-128, id);
      await stage.act(-127, "client", id, "request-revision", {
        points: "The third poem needs one more page reference.",
      });
      await stage.deliver(-110, id, works.poems);
      await stage.approve(-96, id);
    },
  },
  // delivered late and credited, rated, and answered
  {
    times: 40,
    days: 80,
    play: async (stage) => {
      const id = await working(stage, -230, works.coast, -168);
      await stage.deliver(-140, id, works.coast);
      await stage.read(-138, id);
      await stage.approve(-137, id);
      const rating = {
        stars: 4,
        text: "Clear and calm. It came a day late, which was credited without a word from me.",
      };
      await stage.rate(-130, id, rating, "Thank you. The delay was ours, and the writer now plans with more room.");
    },
  },
  // refunded after a dispute
  {
    times: 12,
    days: 70,
    play: async (stage) => {
      const id = await working(stage, -300, works.market, -160);
      await stage.deliver(-170, id, works.market);
      await stage.read(-165, id);
      const wish = { reason: "The break-even part is missing.", outcome: "My money back." };
      await stage.act(-160, "client", id, "open-dispute", wish);
      await stage.act(-150, "writer", id, "answer-dispute", { answer: "I did not see that the part was asked for." });
      await stage.act(-142, "admin", id, "decide-refund", {
        reason: "The part was named in the order and is missing.",
        bearer: "writer",
      });
      await stage.act(-141, "client", id, "accept-decision");
      await stage.act(-140, "writer", id, "accept-decision");
    },
  },
  // cancelled before anybody started
  {
    times: 20,
    days: 80,
    play: async (stage) => {
      const id = await stage.place(-72, works.practice, 96);
      await stage.pay(-71.5, id);
      await stage.act(-70, "client", id, "cancel");
    },
  },
  // in dispute
  {
    times: 6,
    days: 0,
    play: async (stage) => {
      const id = await working(stage, -120, works.river, -20);
      await stage.deliver(-40, id, works.river);
      await stage.read(-30, id);
      const wish = {
        reason: "The second diagram is not described.",
        outcome: "A part of the price back, or a full version.",
      };
      await stage.act(-6, "client", id, "open-dispute", wish);
      await stage.act(-3, "writer", id, "answer-dispute", {
        answer: "The brief asks for one diagram. The second one is extra, so its description is short.",
        outcome: "The work is accepted, or a day to describe the second diagram.",
      });
    },
  },
  // ready to read
  {
    times: 24,
    days: 0,
    play: async (stage) => {
      const id = await working(stage, -60, works.memory, 10);
      await stage.deliver(-3, id, works.memory);
    },
  },
  // in revision
  {
    times: 12,
    days: 0,
    play: async (stage) => {
      const id = await working(stage, -96, works.harbour, 20);
      await stage.deliver(-24, id, works.harbour);
      await stage.read(-20, id);
      await stage.act(-18, "client", id, "request-revision", { points: "Keep the quotation on page two as it was." });
    },
  },
  // waiting for the client's answer
  {
    times: 10,
    days: 0,
    play: async (stage) => {
      const id = await working(stage, -30, works.tides, 90);
      await stage.act(-5, "writer", id, "hold", { question: "Are the heights in metres or in feet?" });
    },
  },
  // in work, with a draft
  {
    times: 50,
    days: 0,
    play: async (stage) => {
      const id = await working(stage, -26, works.bridge, 70);
      await stage.deliver(-2, id, works.bridge, false);
    },
  },
  // offered to the writer
  {
    times: 14,
    days: 0,
    play: async (stage) => {
      const id = await stage.place(-3, works.census, 60);
      await stage.pay(-2.5, id);
      await stage.assign(-0.3, id);
    },
  },
  // paid, without a writer
  {
    times: 22,
    days: 0,
    play: async (stage) => {
      const id = await stage.place(-1.5, works.virtue, 190);
      await stage.pay(-1, id);
    },
  },
  // waiting for payment
  {
    times: 12,
    days: 0,
    play: async (stage) =>
      void (await stage.place(-0.8, { ...works.memory, title: "Sleep and memory, second part" }, 120)),
  },
  // custom work: a quote is ready, and one is to be made
  {
    times: 4,
    days: 0,
    play: async (stage) => {
      const id = await stage.place(-28, works.choir, 240);
      const deadline = stage.hoursAt(216);
      const pieces = (cents: number) => ({ what: "Notes for eight pieces, half a page each", cents });
      const first = {
        ...{ cents: 21_000, lines: [pieces(18_000), { what: "A page on the composers", cents: 3_000 }] },
        ...{ scope: "Notes for eight pieces, a page on the composers, and one revision.", deadline },
      };
      await stage.act(-26, "admin", id, "quote", { quote: first });
      await stage.counter(-9, id, { price: "170", text: "We do not need the page on the composers." });
      const second = {
        ...{ cents: 18_000, lines: [pieces(18_000)] },
        ...{ scope: "Notes for eight pieces, half a page each, and one revision.", deadline },
      };
      await stage.act(-4, "admin", id, "quote", { quote: second });
    },
  },
  {
    times: 4,
    days: 0,
    play: async (stage) => void (await stage.place(-5, works.atlas, 336)),
  },
];
