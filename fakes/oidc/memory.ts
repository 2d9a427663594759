import type { Adapter, AdapterPayload } from "oidc-provider";

type Row = { payload: AdapterPayload; grantId: string | undefined };

/** Where a fake keeps what it must remember: in this process, until it ends. */
export function openMemory(): (model: string) => Adapter {
  const rows = new Map<string, Row>();
  return (model) => {
    const key = (id: string) => `${model} ${id}`;
    const find = async (id: string) => rows.get(key(id))?.payload;
    return {
      upsert: async (id, payload) => void rows.set(key(id), { payload, grantId: payload.grantId }),
      find,
      findByUid: async (uid) =>
        [...rows].find(([name, row]) => name.startsWith(`${model} `) && row.payload.uid === uid)?.[1].payload,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void rows.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, row] of rows) if (row.grantId === grantId) rows.delete(name);
      },
    };
  };
}
