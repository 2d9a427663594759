export const safe = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "");

/** A plain page of a fake. */
export const html = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${safe(title)}</title>
<style>body{font:16px/1.5 sans-serif;max-width:26rem;margin:2rem auto;padding:0 1rem}button,input{display:block;width:100%;box-sizing:border-box;margin:.5rem 0;padding:.75rem;font:inherit;text-align:left}button{cursor:pointer}a{display:inline-block;padding:.75rem 0}</style>
</head><body><main><h1>${safe(title)}</h1>${body}</main></body></html>`;
