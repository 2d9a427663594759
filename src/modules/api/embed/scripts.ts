/** What the frame tells the page around it: how high it is. Nothing else leaves it. */
const message = "price-calculator-height";

/**
 * Of the page of another site: puts a frame beside each link with `data-price-calculator`, and takes the link away when
 * the calculator is there. A site that is not listed keeps the link.
 */
const onTheirPage = `(() => {
  const { origin } = new URL(document.currentScript.src);
  const begin = () => {
    for (const link of document.querySelectorAll("a[data-price-calculator]")) {
      const frame = document.createElement("iframe");
      const service = link.dataset.priceCalculator;
      frame.src = origin + "/embed/calculator" + (service ? "?service=" + encodeURIComponent(service) : "");
      frame.title = link.textContent;
      frame.style.cssText = "display:block;width:100%;height:0;border:0";
      addEventListener("message", ({ source, origin: from, data }) => {
        if (source !== frame.contentWindow || from !== origin || data?.type !== "${message}") return;
        if (typeof data.height !== "number" || !(data.height > 0)) return;
        frame.style.height = Math.min(data.height, 5000) + "px";
        link.remove();
      });
      link.after(frame);
    }
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();
})();
`;

const inTheFrame = `(() => {
  if (parent === self) return;
  const tell = () =>
    parent.postMessage({ type: "${message}", height: Math.ceil(document.body.getBoundingClientRect().height) }, "*");
  const begin = () => {
    tell();
    new ResizeObserver(tell).observe(document.body);
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();
  addEventListener("load", tell);
})();
`;

const script = (text: string, policy: "cross-origin" | "same-origin"): Response =>
  new Response(text, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=3600",
      "cross-origin-resource-policy": policy,
    },
  });

/** `/embed/calculator.js` for pages of other sites, and `/embed/height.js` for the frame itself. */
export const embedScripts = {
  theirs: (): Response => script(onTheirPage, "cross-origin"),
  own: (): Response => script(inTheFrame, "same-origin"),
};
