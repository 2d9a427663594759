import { cookieOf, startProduct } from "../tests/support/product.ts";
import { openBrowser } from "./support/browser.ts";
import { type Figures, measure } from "./support/lighthouse.ts";
import { buildPeer, contentOf, installPeers, oneLinePage, type Peer, serveFolder } from "./support/peers.ts";
import { median } from "./support/rounds.ts";
import type { Bench, Row } from "./support/types.ts";
import { byKind, weigh } from "./support/weigh.ts";

type Goals = { readonly paint: number; readonly blocking: number; readonly score: number };
const service: Goals = { paint: 1.3, blocking: 50, score: 98 };
const reading: Goals = { paint: 1.2, blocking: 20, score: 99 };
const work: Goals = { paint: 1.8, blocking: 100, score: 95 };

const pages: readonly { path: string; goals: Goals; as?: string }[] = [
  { path: "/", goals: service },
  { path: "/non-technical-writing/essays", goals: service },
  { path: "/faq", goals: reading },
  { path: "/login", goals: reading },
  { path: "/register", goals: reading },
  { path: "/order", goals: work, as: "client@demo.test" },
  { path: "/dashboard", goals: work, as: "client@demo.test" },
  { path: "/aichecker", goals: work, as: "client@demo.test" },
];

const times = 5;
const least = (values: number[]): number => Math.min(...values);
const most = (values: number[]): number => Math.max(...values);
type Others = Readonly<Record<Peer | "One line", Figures[]>>;

const rowsOf = (path: string, goals: Goals, ours: Figures[], others: Others): Row[] => {
  const row = (figure: keyof Figures, unit: string, limit?: number, name: string = figure): Row => {
    const of = (figures: Figures[]) => figures.map((one) => one[figure]);
    const reference = median(of(others.Astro));
    const values = of(ours);
    const ratio = (value: number) => (reference + 0.001) / (value + 0.001);
    return {
      name: `lighthouse, ${name}`,
      size: path,
      ours: median(values),
      reference,
      unit,
      referenceIs: "Astro, the start page",
      ratio: { median: ratio(median(values)), min: ratio(most(values)), max: ratio(least(values)) },
      ...(limit !== undefined && { most: limit }),
      rounds: times,
      note: `Next ${median(of(others.Next)).toFixed(2)}, a page of one line ${median(of(others["One line"])).toFixed(2)}`,
    };
  };
  return [
    row("paint", "s", goals.paint),
    // By the clock other programs count, the tool's own among them: a figure, no goal.
    row("blocking", "ms"),
    row("ownBlocking", "ms", goals.blocking, "blocking in own time"),
    row("shift", "", 0.01),
    row("lost", "points"),
    row("ownLost", "points", 100 - goals.score, "lost in own time"),
  ];
};

/** All bytes of the start page and of its peers until they rest, by kind. */
async function bytesRow(url: string, peers: Record<Peer, string>): Promise<Row> {
  const browser = await openBrowser();
  const sizesOf = async (address: string) => {
    const context = await browser.newContext();
    try {
      return await weigh(await context.newPage(), address, { alive: false });
    } finally {
      await context.close();
    }
  };
  try {
    const [ours, Astro, Next] = [await sizesOf(url), await sizesOf(peers.Astro), await sizesOf(peers.Next)];
    const ratio = Astro.whole / ours.whole;
    return {
      name: "lighthouse, all bytes",
      size: "/",
      ours: ours.whole,
      reference: Astro.whole,
      unit: "kB",
      referenceIs: "Astro, the start page without what makes it move",
      ratio: { median: ratio, min: ratio, max: ratio },
      note: `${byKind(ours)}; Astro: ${byKind(Astro)}; Next: ${byKind(Next)}`,
    };
  } finally {
    await browser.close();
  }
}

/** What a phone on a slow line waits for, beside pages of the same content, styles and fonts. Full runs only. */
export const bench: Bench = {
  name: "lighthouse",
  run: async ({ quick }) => {
    if (quick) return [];
    await installPeers();
    const product = await startProduct();
    const stops: (() => void)[] = [];
    try {
      const content = await contentOf(`${product.url}/`);
      const peers: Record<Peer, string> = { Astro: "", Next: "" };
      for (const peer of ["Astro", "Next"] as const) {
        const served = await serveFolder(await buildPeer(peer, content));
        stops.push(served.stop);
        peers[peer] = `${served.url}/`;
      }
      const oneLine = await serveFolder(oneLinePage());
      stops.push(oneLine.stop);
      const figures: Record<string, Figures[]> = {};
      const cookie = await cookieOf(product.url, "client@demo.test");
      const add = async (key: string, url: string, as?: string) => {
        figures[key] = [...(figures[key] ?? []), await measure(url, as && cookie)];
      };
      for (let round = 0; round < times; round++) {
        for (const peer of ["Astro", "Next"] as const) await add(peer, peers[peer]);
        await add("One line", `${oneLine.url}/`);
        for (const { path, as } of pages) await add(path, product.url + path, as);
      }
      const of = (name: string): Figures[] => figures[name] ?? [];
      const others = { Astro: of("Astro"), Next: of("Next"), "One line": of("One line") };
      const bytes = await bytesRow(`${product.url}/`, peers);
      return [bytes, ...pages.flatMap(({ path, goals }) => rowsOf(path, goals, of(path), others))];
    } finally {
      for (const stop of stops) stop();
      await product.stop();
    }
  },
};
