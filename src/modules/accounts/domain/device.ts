type Mark = readonly [word: string, pattern: RegExp];

/** The first pattern that fits wins: browsers name those they descend from after themselves. */
const browsers: readonly Mark[] = [
  ["Edge", /\b(?:Edg|EdgA|EdgiOS|Edge)\//],
  ["Opera", /\b(?:OPR|OPiOS|Opera)\b/],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Yandex Browser", /\bYaBrowser\//],
  ["DuckDuckGo", /\b(?:DuckDuckGo|Ddg)\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ["Safari", /\bVersion\/[\d.]+ .*\bSafari\//],
  ["Safari", /\b(?:iPhone|iPad|Macintosh)\b.*\bAppleWebKit\//],
];

const systems: readonly Mark[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\b(?:Macintosh|Mac OS X)\b/],
  ["Linux", /\bLinux\b/],
];

/** Real ones are shorter; what follows is not read, so that odd ones cost no time. */
const longest = 400;

const labelFor = (marks: readonly Mark[], agent: string): string | undefined =>
  marks.find(([, pattern]) => pattern.test(agent))?.[0];

/** A device in words for its owner, from the browser's own description: "Firefox on Windows". Never used to decide. */
export function deviceLabel(agent: string | null): string {
  const read = (agent ?? "").slice(0, longest);
  const browser = labelFor(browsers, read);
  const system = labelFor(systems, read);
  if (browser && system) return `${browser} on ${system}`;
  if (browser) return browser;
  return system ? `A browser on ${system}` : "Unknown device";
}
