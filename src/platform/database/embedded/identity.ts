import { type SpawnOptions, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** As whom the server runs. PostgreSQL refuses to run as root. */
export type Identity =
  | { kind: "self" }
  /** As root on Linux: an ordinary user inside, while all files stay root's. */
  | { kind: "namespace" }
  /** As root where namespaces are refused, or on a folder that belongs to an ordinary user. */
  | { kind: "user"; uid: number; gid: number };

const nobody = 65534;
const namespace = ["--user", "--map-user=1000", "--map-group=1000", "--"];

/** Chooses the identity for a server folder (which may not exist yet); throws one sentence for a foreign folder. */
export const chooseIdentity = (cluster: string): Identity => {
  const me = process.getuid?.();
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  if (me === undefined) return { kind: "self" };
  if (me !== 0) {
    if (owner && owner.uid !== me)
      throw new Error(
        `The database folder ${cluster} belongs to another user: start as that user, or change the folder's owner.`,
      );
    return { kind: "self" };
  }
  if (owner && owner.uid !== 0) return { kind: "user", uid: owner.uid, gid: owner.gid };
  return namespaceWorks() ? { kind: "namespace" } : { kind: "user", uid: nobody, gid: nobody };
};

const namespaceWorks = (): boolean =>
  process.platform === "linux" && spawnSync("unshare", [...namespace, "true"], { stdio: "ignore" }).status === 0;

/** The command line that runs a program under an identity. */
export const commandAs = (
  identity: Identity,
  program: string,
  args: readonly string[],
): { file: string; args: string[]; options: Pick<SpawnOptions, "uid" | "gid"> } => {
  if (identity.kind === "namespace") return { file: "unshare", args: [...namespace, program, ...args], options: {} };
  if (identity.kind === "user")
    return { file: program, args: [...args], options: { uid: identity.uid, gid: identity.gid } };
  return { file: program, args: [...args], options: {} };
};

/** Gives a file or folder, with all it holds, to the identity that needs it. */
export const giveTo = (identity: Identity, path: string): void => {
  if (identity.kind !== "user" || lstatSync(path).uid === identity.uid) return;
  const entries = lstatSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
  for (const entry of entries) chownSync(join(path, entry), identity.uid, identity.gid);
  chownSync(path, identity.uid, identity.gid);
};

/** Lets another user pass through the data folder (not list it) to what lies in it. */
export const letPass = (identity: Identity, home: string): void => {
  if (identity.kind === "user") chmodSync(home, statSync(home).mode | 0o011);
};

/** Throws one sentence when the other user cannot reach the server's programs (a project in a closed folder). */
export const checkReach = (identity: Identity, program: string): void => {
  if (identity.kind !== "user") return;
  const { file, args, options } = commandAs(identity, program, ["--version"]);
  if (spawnSync(file, args, { ...options, cwd: "/", stdio: "ignore" }).status === 0) return;
  throw new Error(
    `PostgreSQL does not run as root, and user ${identity.uid} cannot read ${program}: start as an ordinary user, or put the program into a folder that all users may enter.`,
  );
};
