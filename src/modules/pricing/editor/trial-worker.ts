// Runs beside the server's loop: prices one page of sold work again.
import { parentPort, workerData } from "node:worker_threads";
import type { WorkerReply } from "#src/platform/worker-pool.ts";
import type { PricingTable } from "../domain/tables.ts";
import { type SoldWork, type Trial, tryPrices } from "./trial.ts";

parentPort?.on("message", (text: string) => {
  const reply = (message: WorkerReply<Trial>): void => parentPort?.postMessage(message);
  try {
    reply({ ok: true, value: tryPrices(workerData as PricingTable, JSON.parse(text) as SoldWork[]) });
  } catch (error) {
    reply({ ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
