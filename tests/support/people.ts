import { authPort, openAuth } from "../../src/modules/accounts/index.server.ts";
import { people } from "../../src/modules/accounts/tables.ts";
import { asDatabase, openPool } from "../../src/platform/database/open.ts";
import type { House, Port } from "../../src/platform/house.ts";
import { newId } from "../../src/platform/ids.ts";
import { capabilities, type Person, type Role } from "../../src/shared/viewer.ts";
import { createTestHouse, type TestHouse } from "./house.ts";
import { quietLog } from "./quiet-log.ts";

/** A test house with the sign-in engine plugged in. */
export async function createAccountsHouse(wishes: Parameters<typeof createTestHouse>[0] = {}): Promise<TestHouse> {
  const house = await createTestHouse(wishes);
  const auth = openAuth(house);
  const { port } = house;
  return Object.assign(house, { port: <T>(key: Port<T>): T => (key.name === authPort.name ? (auth as T) : port(key)) });
}

/** Another process of the same installation: its own connections and its own sign-in engine. */
export function secondProcess(house: TestHouse): { house: House; end: () => Promise<void> } {
  const pool = openPool(house.database.connection, quietLog, 4);
  const far = { ...house, db: asDatabase(pool) };
  const auth = openAuth(far);
  far.port = <T>(key: Port<T>): T => (key.name === authPort.name ? (auth as T) : house.port(key));
  return { house: far, end: () => pool.end() };
}

/** Writes a person without password and session, and returns them as a viewer. Admins get every capability. */
export async function createPerson(
  house: House,
  given: Partial<Pick<Person, "name" | "email" | "role" | "timeZone">> = {},
): Promise<Person> {
  const id = newId();
  const role: Role = given.role ?? 1;
  const row = {
    id,
    name: given.name ?? `Person ${id.slice(-4)}`,
    email: given.email ?? `person-${id}@example.test`,
    role,
    capabilities: role === 3 ? [...capabilities] : [],
    timeZone: given.timeZone ?? null,
  };
  const now = house.clock();
  await house.db.insert(people).values({ ...row, emailVerified: true, createdAt: now, updatedAt: now });
  return {
    kind: "person",
    ...row,
    emailVerified: true,
    waitingRole: null,
    sessionId: newId(),
    freshAt: new Date("2100-01-01"),
  };
}
