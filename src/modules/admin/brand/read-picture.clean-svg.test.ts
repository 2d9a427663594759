import { describe, expect, test } from "vitest";
import { cleanSvg } from "./read-picture.ts";

const space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const drawing = (inside: string, more = "") => `<svg ${space} viewBox="0 0 40 20" ${more}>${inside}</svg>`;
const shape = '<path d="M0 0h40v20z" fill="#00776A"/>';
const cleaned = (svg: string) => {
  const clean = cleanSvg(svg);
  if (!clean.ok) throw new Error(clean.why);
  return clean.svg;
};

test("what a logo is drawn with stays, and the drawing has a size", () => {
  const inside = `<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><g transform="scale(2)" fill="url(#a)">${shape}</g>`;
  const svg = cleaned(drawing(inside));
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 40 20" width="40" height="20">/);
  for (const part of ['<linearGradient id="a">', 'fill="url(#a)"', 'd="M0 0h40v20z"', 'transform="scale(2)"'])
    expect(svg).toContain(part);
  expect(cleaned(svg), "clean already").toBe(svg);
});

describe("what runs, loads, links or moves goes, the drawing stays", () => {
  test.each([
    ["a script", `<script>alert(1)</script>${shape}`],
    [
      "a script of another namespace prefix",
      `<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>${shape}`,
    ],
    [
      "a page in it",
      `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>${shape}`,
    ],
    [
      "an outer picture",
      `<image href="https://evil.example/x.png"/><image xlink:href="data:image/png;base64,AAAA"/>${shape}`,
    ],
    ["an outer use", `<use href="https://evil.example/x.svg#a"/>${shape}`],
    ["an event", `<g onclick="alert(1)" onload="alert(2)">${shape}</g>`],
    ["a link that runs", `<a href="javascript:alert(1)" xlink:href="javascript:alert(2)">${shape}</a>`],
    [
      "a style sheet",
      `<style>@import url(https://evil.example/x.css);path{fill:url(https://evil.example/x)}</style>${shape}`,
    ],
    ["an outer fill", `<path d="M0 0h1" fill="url(https://evil.example/x#a)"/>${shape}`],
    ["an outer fill in a style", `<path d="M0 0h1" style="fill:url('//evil.example/x');background:url(x)"/>${shape}`],
    ["an escaped outer fill", `<path d="M0 0h1" style="fill:u\\72l(https://evil.example)"/>${shape}`],
    ["movement", `<set attributeName="href" to="javascript:alert(1)"/><animate attributeName="onload"/>${shape}`],
    ["a filter", `<filter id="f"><feImage href="https://evil.example"/></filter><g filter="url(#f)">${shape}</g>`],
    ["a comment and an instruction", `<!-- evil.example --><?xml-stylesheet href="https://evil.example"?>${shape}`],
    ["an element of nobody", `<x:y xmlns:x="urn:evil.example">evil.example</x:y>${shape}`],
  ])("%s", (_what, inside) => {
    const svg = cleaned(drawing(inside));
    expect(svg).toContain('d="M0 0h40v20z"');
    expect(svg).not.toMatch(
      /evil|alert|script|foreign|<image|\son\w+=|javascript|@import|<style|<set|<animate|filter|<a\b/i,
    );
  });
});

test("rules for classes and the style of an element become attributes", () => {
  const svg = cleaned(
    drawing(
      '<defs><style>.a,.b{fill:#C2185B;stroke:url(https://evil.example)}.b{opacity:.5}</style></defs><path class="b" style="stroke-width:2px" d="M0 0"/>',
    ),
  );
  expect(svg).toContain('<path fill="#C2185B" opacity=".5" d="M0 0" stroke-width="2px">');
  expect(svg).not.toContain("evil");
});

describe("refused in words", () => {
  test.each([
    ["not an SVG", "<html><body/></html>"],
    ["of another namespace", '<svg xmlns="urn:x" viewBox="0 0 1 1"><path d="M0 0"/></svg>'],
    ["damaged", `<svg ${space}><path></svg>`],
    ["nothing", ""],
    ["entities", `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${drawing("<text>&b;</text>")}`],
    ["an unknown entity", drawing("<text>&b;</text>")],
    ["without a size", `<svg ${space}>${shape}</svg>`],
    ["nothing to show", drawing('<script>alert(1)</script><image href="x.png"/>')],
    ["deep", drawing(`${"<g>".repeat(70)}${shape}${"</g>".repeat(70)}`)],
    ["long", drawing("<g/>".repeat(20_001) + shape)],
    [
      "parts that repeat parts",
      drawing(`<g id="a">${shape}</g><g id="b"><use href="#a"/><use href="#a"/></g><use href="#b"/>`),
    ],
    ["parts that repeat often", drawing(`<g id="a">${shape}</g>${'<use href="#a"/>'.repeat(51)}`)],
  ])("%s", (_what, svg) => {
    const clean = cleanSvg(svg);
    expect(clean.ok).toBe(false);
    expect(clean.ok ? "" : clean.why).toMatch(/\.$/);
  });
});
