import { expect, test } from "vitest";
import { deferRouterScripts } from "./deferred-scripts.ts";

const page = `<head><link rel="modulepreload" href="/assets/manifest.js"/><link rel="modulepreload" crossorigin="" href="/assets/entry.js"/></head><body><script nonce="n">a()</script><script nonce="n" type="module" async="">import "/assets/entry.js"</script></body>`;

test("what React Router asks for at once becomes a list and an inert script", () => {
  expect(deferRouterScripts(page)).toBe(
    `<head></head><body><script nonce="n">a()</script><script nonce="n" type="text/plain" id="deferred-scripts" data-at-rest="" data-files='["/assets/manifest.js","/assets/entry.js"]'>import "/assets/entry.js"</script></body>`,
  );
});

test("a page without scripts of React Router is given back as it is", () => {
  const other = `<head></head><body><script>a()</script></body>`;
  expect(deferRouterScripts(other)).toBe(other);
});
