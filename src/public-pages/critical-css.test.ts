import { expect, test } from "vitest";
import { fontsApart, readStyles, stylesUsedBy } from "./critical-css.ts";

const used = (css: string, html: string): string => stylesUsedBy(html, readStyles(css));

test.each([
  ["a class that is there", ".a{x:1}.b{x:2}", ".a{x:1}"],
  ["all classes of one selector", ".a.b{x:1}.a .c{x:2}.b,.a{x:3}", ".a .c{x:2}.b,.a{x:3}"],
  [
    "elements, ids, attributes and states stay",
    "p{x:1}#b{x:2}[data-b]{x:3}.a:hover{x:4}",
    "p{x:1}#b{x:2}[data-b]{x:3}.a:hover{x:4}",
  ],
  [
    "what stands in brackets decides nothing",
    ".a:not(.b){x:1}.a:is(.b,:has(.d,.e)){x:2}[class~='.b']{x:3}",
    ".a:not(.b){x:1}.a:is(.b,:has(.d,.e)){x:2}[class~='.b']{x:3}",
  ],
  [
    "groups with nothing in them go",
    "@media (width>1px){.b{x:1}}@layer components{.a{x:1}.b{x:2}}",
    "@layer components{.a{x:1}}",
  ],
  ["groups in groups", "@layer u{@media print{.b{x:1}.c{x:2}}}", "@layer u{@media print{.c{x:2}}}"],
  [
    "faces, frames, orders and properties stay",
    '@layer a,b;@font-face{font-family:".b"}@keyframes b{to{x:1}}@property --b{syntax:"*"}',
    '@layer a,b;@font-face{font-family:".b"}@keyframes b{to{x:1}}@property --b{syntax:"*"}',
  ],
  [
    "escaped names",
    ".sm\\:w-1\\.5{x:1}.\\[--gap\\:8px\\]{x:2}.md\\:b{x:3}",
    ".sm\\:w-1\\.5{x:1}.\\[--gap\\:8px\\]{x:2}",
  ],
  ["braces in texts", '.a{content:"}"}.b{content:\'{\'}.c{content:"\\"}"}', '.a{content:"}"}.c{content:"\\"}"}'],
  ["rules inside a rule go with it", ".a{&:hover{x:1}.b &{x:2}}.b{.a &{x:3}}", ".a{&:hover{x:1}.b &{x:2}}"],
])("%s", (_name, css, left) => {
  expect(used(css, '<p class="a sm:w-1.5"></p><p class="c [--gap:8px]">')).toBe(left);
});

test.each([
  ["read by a rule", ":root{--x:1;--y:2}p{x:var(--x)}", ":root{--x:1}p{x:var(--x)}"],
  ["read by the page itself", ":root{--on-page:1;--y:2}", ":root{--on-page:1}"],
  [
    "read by another that is read",
    ":root{--z:1;--y:var(--z);--x:var(--y)}p{x:var(--x)}",
    ":root{--z:1;--y:var(--z);--x:var(--y)}p{x:var(--x)}",
  ],
  ["read by a rule that goes", ":root{--x:1}.b{x:var(--x)}", ""],
  ["read by one that nothing reads", ":root{--x:1;--y:var(--x)}", ""],
  [
    "in a group",
    "@media print{:root{--x:1;--y:2}:root{--y:3}}p{x:var(--x,0)}",
    "@media print{:root{--x:1}}p{x:var(--x,0)}",
  ],
  ["read by frames", ":root{--x:1}@keyframes k{to{x:var(--x)}}", ":root{--x:1}@keyframes k{to{x:var(--x)}}"],
  ["beside other declarations", "p{--x:1;y:2}", "p{--x:1;y:2}"],
  ["with texts in it", ':root{--x:";}";--y:1}p{x:var(--x)}', ':root{--x:";}"}p{x:var(--x)}'],
])("custom properties %s", (_name, css, left) => {
  expect(used(css, '<p class="a" style="x:var(--on-page)">')).toBe(left);
});

test("entities in class lists are read", () => {
  expect(used(".\\[\\&_a\\]{x:1}.\\[a\\>b\\]{x:2}", '<i class="[&amp;_a] [a&gt;b]">')).toBe(
    ".\\[\\&_a\\]{x:1}.\\[a\\>b\\]{x:2}",
  );
});

test("a sheet of which everything is used is the same text", () => {
  const css =
    "@layer a,b;:root{--x:1}@layer a{.a{x:1}@media (width>1px){.a .c{x:2}}}@font-face{src:url(data:font;base64,AA==)}.c{}";
  expect(used(css, '<p class="a c" style="x:var(--x)">')).toBe(css);
});

test("faces that are fetched stand apart, stand-ins stay with the rules", () => {
  const fetched = '@font-face{font-family:A;src:url("a.woff2")}';
  const standIn = "@font-face{font-family:B;src:local(Arial)}";
  const { fonts, rest } = fontsApart(readStyles(`${fetched}${standIn}.a{x:url(y)}`));
  expect(fonts).toBe(fetched);
  expect(stylesUsedBy('<p class="a">', rest)).toBe(`${standIn}.a{x:url(y)}`);
});
