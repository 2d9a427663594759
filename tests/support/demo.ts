import { cookieOf, type Product, startProduct } from "./product.ts";

const people = ["client", "writer", "admin"] as const;
export type DemoPerson = (typeof people)[number];

export type Demo = {
  product: Product;
  cookies: ReadonlyMap<DemoPerson, string>;
  /** A request as a browser without scripts makes it: a form where there are fields. Nobody: a guest. */
  ask: (who: DemoPerson | null, path: string, fields?: Readonly<Record<string, string>>) => Promise<Response>;
};

/** The built product with its demo data, and its people signed in. Whoever opens it stops the product. */
export async function openDemo(): Promise<Demo> {
  const product = await startProduct({ env: { DEMO: "on" } });
  const cookies = new Map<DemoPerson, string>();
  for (const who of people) cookies.set(who, await cookieOf(product.url, `${who}@demo.test`));
  return {
    product,
    cookies,
    ask: (who, path, fields) =>
      fetch(product.url + path, {
        redirect: "manual",
        headers: { origin: product.url, ...(who && { cookie: cookies.get(who) ?? "" }) },
        ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
      }),
  };
}
