/** For doors before any page can be rendered: words a person can read, without a script. */
export function problemPage(status: number, words: string, requestId: string): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${status}</title><h1>${status}</h1><p>${words}</p><p>Request ${requestId}</p></html>`;
  return new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}
