import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenedAttempt, PaymentProvider } from "../../src/modules/payments/ports.ts";
import { newId } from "../../src/platform/ids.ts";

/** What a test of a provider needs beside the port: a hand that pays, and events as they come. */
export type ProviderUnderTest = {
  provider: PaymentProvider;
  now: () => Date;
  pay: (attempt: OpenedAttempt) => Promise<void>;
  /** Null where the provider itself takes the money for a page once. */
  payTwice: ((attempt: OpenedAttempt) => Promise<void>) | null;
  /** Null where nothing can be declined for good: the payer tries again on the same page, or a person pays by bank. */
  decline: ((attempt: OpenedAttempt) => Promise<void>) | null;
  /** Agrees without paying; null where paying is one step. */
  approve: ((attempt: OpenedAttempt) => Promise<void>) | null;
  /** Moves the clock past the end of every attempt. */
  letTimePass: () => void | Promise<void>;
  /** Moves the clock until an event is too old; null where the provider's retries may come days later. */
  ageEvents: (() => void) | null;
  /** Null where nothing sends events: none is ever believed. */
  event: ((attempt: OpenedAttempt) => Promise<{ raw: string; headers: Headers }>) | null;
  /** False where events are sent and never listed. */
  listsEvents?: false;
  /** Sends money of a payment back at the provider itself; null where nobody but us can. */
  refundElsewhere: ((attempt: OpenedAttempt, transaction: string, cents: number) => Promise<void>) | null;
  /** The payer's bank questions a payment: the name of the dispute. Null where it cannot. */
  question: ((transaction: string, cents: number) => Promise<string>) | null;
  close: () => Promise<void>;
};

/** The contract of the port: runs on every implementation, real providers on their fakes. */
export const paymentProviderContract = (name: string, make: () => Promise<ProviderUnderTest>) =>
  describe(`${name} keeps the contract of a payment provider`, () => {
    let its: ProviderUnderTest;
    beforeAll(async () => {
      its = await make();
    });
    afterAll(() => its.close());

    const attempt = (more: Partial<OpenedAttempt> = {}): OpenedAttempt => ({
      id: newId(),
      orderId: newId(),
      orderNumber: "7KQ2M4X",
      cents: 11_250,
      currency: "USD",
      startedAt: its.now(),
      endsAt: new Date(its.now().getTime() + 3_600_000),
      reference: null,
      ...more,
    });
    const opened = async () => {
      const one = attempt();
      return { ...one, reference: (await its.provider.open(one)).reference };
    };
    /** Asks as the product does: what was agreed to is taken. */
    const paymentsOf = async (one: OpenedAttempt) => {
      const reported = await its.provider.state(one);
      const answer = reported.state === "approved" ? await its.provider.capture(one) : reported;
      if (answer.state !== "paid") throw new Error(`The attempt is ${answer.state}.`);
      return answer.payments;
    };
    const paid = async () => {
      const one = await opened();
      await its.pay(one);
      const [payment] = await paymentsOf(one);
      return { one, transaction: payment.transaction, reference: one.reference };
    };

    test("opening again with the same row is the same page, with another amount it is refused", async () => {
      const one = attempt();
      const first = await its.provider.open(one);
      expect(await its.provider.open(one)).toEqual(first);
      if (first.redirect !== null) expect(first.redirect).toMatch(/^(\/|https?:\/\/)/);
      expect(first.reference).toMatch(/./);
      await expect(its.provider.open({ ...one, cents: 1 })).rejects.toThrow();
    });

    test("nothing is paid until somebody pays; asked twice it is the same payment", async () => {
      const one = await opened();
      expect(await its.provider.state(one)).toEqual({ state: "open" });
      await its.pay(one);
      const [payment, ...more] = await paymentsOf(one);
      expect(more).toEqual([]);
      expect(payment).toMatchObject({ cents: 11_250, currency: "USD", transaction: expect.stringMatching(/./) });
      expect(payment.feeCents).toBeGreaterThanOrEqual(0);
      expect(await paymentsOf(one)).toEqual([payment]);
      expect(await its.provider.capture(one)).toEqual({ state: "paid", payments: [payment] });
    });

    test("capture takes what was agreed to, once, however many ask", async () => {
      const one = await opened();
      if (!its.approve) return expect(await its.provider.capture(one)).toEqual({ state: "open" });
      await its.approve(one);
      expect(await its.provider.state(one)).toEqual({ state: "approved" });
      const answers = await Promise.all([its.provider.capture(one), its.provider.capture(one)]);
      expect(answers[0]).toMatchObject({ state: "paid" });
      expect(answers[1]).toEqual(answers[0]);
    });

    test("two payments for one page are both reported", async () => {
      const one = await opened();
      await (its.payTwice ?? its.pay)(one);
      const names = (await paymentsOf(one)).map(({ transaction }) => transaction);
      expect(new Set(names).size).toBe(its.payTwice ? 2 : 1);
    });

    test("a declined page is not paid", async () => {
      const one = await opened();
      if (!its.decline) return expect((await its.provider.state(one)).state).toBe("open");
      await its.decline(one);
      expect(["failed", "open"]).toContain((await its.provider.state(one)).state);
    });

    test("a page that the shop ended is not paid; ending it again, or after a payment, changes nothing", async () => {
      const one = await opened();
      await its.provider.close(one);
      await its.provider.close(one);
      await its.pay(one);
      expect(["expired", "approved"]).toContain((await its.provider.state(one)).state);
      const other = await paid();
      await its.provider.close(other.one);
      expect((await its.provider.state(other.one)).state).toBe("paid");
    });

    test("a refund is made once for its id, and never more than was paid goes back", async () => {
      const { transaction, reference } = await paid();
      const part = { id: newId(), transaction, reference, cents: 5_000, currency: "USD", refusals: 0 };
      const first = await its.provider.refund(part);
      expect(first.state).not.toBe("failed");
      expect(await its.provider.refund(part)).toEqual(first);
      expect((await its.provider.refund({ ...part, id: newId(), cents: 6_251 })).state).toBe("failed");
      expect((await its.provider.refund({ ...part, id: newId(), cents: 6_250 })).state).not.toBe("failed");
    });

    test("a refusal is not the last word: under the same id less of it goes back, once", async () => {
      const { transaction, reference } = await paid();
      const ask = { id: newId(), transaction, reference, cents: 11_251, currency: "USD", refusals: 0 };
      expect((await its.provider.refund(ask)).state).toBe("failed");
      const less = { ...ask, cents: 11_250, refusals: 1 };
      const made = await its.provider.refund(less);
      expect(made.state).not.toBe("failed");
      expect(await its.provider.refund(less)).toEqual(made);
      expect(await its.provider.refundsOf({ transaction, reference })).toMatchObject([{ id: ask.id, cents: 11_250 }]);
    });

    test("every refund of a payment is reported, also one that was made elsewhere", async () => {
      const { one, transaction, reference } = await paid();
      const id = newId();
      const ask = { id, transaction, reference, cents: 5_000, currency: "USD", refusals: 0 };
      const mine = await its.provider.refund(ask);
      await its.refundElsewhere?.(one, transaction, 1_000);
      const all = await its.provider.refundsOf({ transaction, reference });
      expect(all).toHaveLength(its.refundElsewhere ? 2 : 1);
      expect(all).toContainEqual({ reference: mine.reference, id, cents: 5_000, currency: "USD", state: mine.state });
      if (its.refundElsewhere) expect(all).toContainEqual(expect.objectContaining({ id: null, cents: 1_000 }));
    });

    test("a refund of an unknown payment fails", async () => {
      const back = { id: newId(), transaction: "none", reference: null, cents: 100, currency: "USD", refusals: 0 };
      expect((await its.provider.refund(back)).state).toBe("failed");
    });

    test("a dispute names the payment and the amount; an unknown one is null", async () => {
      const { transaction } = await paid();
      expect(await its.provider.dispute("unknown")).toBeNull();
      if (!its.question) return;
      const reference = await its.question(transaction, 11_250);
      const reported = await its.provider.dispute(reference);
      expect(reported).toMatchObject({ reference, transaction, cents: 11_250, currency: "USD", state: "open" });
    });

    test("an event is known by its signature over the exact bytes", async () => {
      const one = await opened();
      if (!its.event)
        return expect((await its.provider.verifyEvent("{}", new Headers(), async () => null)).ok).toBe(false);
      const { raw, headers } = await its.event(one);
      const verify = async (body: string, head: Headers) =>
        (await its.provider.verifyEvent(body, head, async () => null)).ok;
      expect(await its.provider.verifyEvent(raw, headers, async () => null)).toMatchObject({
        ok: true,
        event: { about: { kind: "attempt", attemptId: one.id } },
      });
      expect(await verify(`${raw} `, headers)).toBe(false);
      expect(await verify(raw, new Headers())).toBe(false);
      expect(await verify(raw.replace(one.id, newId()), headers)).toBe(false);
    });

    test("events that it kept are listed from a time on, whether they were sent or not", async () => {
      if (!its.provider.eventsSince) return expect(its.event === null || its.listsEvents === false).toBe(true);
      const before = its.now();
      const { one } = await paid();
      const kept = await its.provider.eventsSince(before);
      expect(kept).toContainEqual(
        expect.objectContaining({ id: expect.stringMatching(/./), about: { kind: "attempt", attemptId: one.id } }),
      );
      expect(new Set(kept.map(({ id }) => id)).size).toBe(kept.length);
      expect(JSON.parse(kept[0]?.raw ?? "")).toMatchObject({ id: kept[0]?.id });
      expect(await its.provider.eventsSince(new Date(its.now().getTime() + 60_000))).toEqual([]);
    });

    test("an unpaid page expires; an event that is too old is refused", async () => {
      const one = await opened();
      const event = await its.event?.(one);
      await its.letTimePass();
      expect(await its.provider.state(one)).toEqual({ state: "expired" });
      if (!its.ageEvents || !event) return;
      its.ageEvents();
      expect((await its.provider.verifyEvent(event.raw, event.headers, async () => null)).ok).toBe(false);
    });
  });
