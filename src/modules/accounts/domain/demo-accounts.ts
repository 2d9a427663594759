import type { Role } from "#src/shared/viewer.ts";

export type DemoAccount = { email: string; name: string; role: Role; timeZone?: string };

/** One password for the three, shown on the sign-in page of demo mode. */
export const demoPassword = "paper boat in the rain";

export const demoAccounts = {
  client: { email: "client@demo.test", name: "Demo Client", role: 1, timeZone: "America/New_York" },
  writer: { email: "writer@demo.test", name: "Demo Writer", role: 2 },
  admin: { email: "admin@demo.test", name: "Demo Admin", role: 3 },
} as const satisfies Record<string, DemoAccount>;

/** Has no password: nobody signs in to it. It asks support something in the demo. */
export const demoVisitor = { email: "visitor@demo.test", name: "Demo Visitor", role: 1 } as const satisfies DemoAccount;

const given = ["Ana", "Bram", "Chidi", "Dilnoza", "Emre", "Farah", "Goran", "Hana", "Ines", "Jun", "Kwame", "Linh"];
const family = ["Okafor", "Lindqvist", "Pereira", "Nakamura", "Fernandez de la Cruz", "Yilmaz"];

/** People of the large demo who have no password: nobody signs in to them. */
export const largeDemoAccounts = (role: 1 | 2, count: number): DemoAccount[] =>
  Array.from({ length: count }, (_, at) => ({
    email: `${role === 1 ? "client" : "writer"}-${at + 1}@demo.test`,
    name: `${given[at % given.length]} ${family[(at + role) % family.length]}`,
    role,
  }));
