/** Has the browser keep the offline page (`/sw.js`), when this page is loaded. A frame needs none, and some browsers allow none. */
export function keepOfflinePage(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!import.meta.env.PROD || !workers || parent !== self) return;
  const keep = () => void workers.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep, { once: true });
}
