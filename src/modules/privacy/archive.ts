import type { HeldFile } from "#src/platform/personal-data.ts";

const about = `This archive holds what this shop keeps about you.

account/    your profile, ways to sign in, sessions, and the record of what was done with your account
orders/     each order that you placed: what you asked for, what was said, what was delivered
written/    for writers: each order that you wrote for
payments.json, quotes.json, mails.json
files/      files that you sent

Times are UTC. Amounts are in cents. Passwords, codes and keys are not in it: they are kept in a form nobody can read.
`;

/** A ZIP archive as a stream: one file of the person after the other, nothing gathered in memory. */
export async function archiveOf(files: AsyncIterable<HeldFile>, now: Date): Promise<ReadableStream<Uint8Array>> {
  const { makeZip } = await import("client-zip");
  return makeZip(entries(files, now));
}

async function* entries(files: AsyncIterable<HeldFile>, lastModified: Date) {
  yield { name: "READ-ME.txt", input: about, lastModified };
  for await (const file of files)
    yield "rows" in file
      ? { name: file.path, input: JSON.stringify(file.rows, null, 2), lastModified }
      : {
          name: file.path,
          input: await file.open(),
          ...(file.size !== undefined && { size: file.size }),
          lastModified,
        };
}
