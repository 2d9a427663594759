import { expect, test } from "vitest";
import { newSecret, webhookHeaders } from "./secrets.ts";

// The header and the signature name one second: a clock of whole seconds cannot show the difference.
test.each([0, 1, 499, 500, 999])("a message is signed as the example of Standard Webhooks is, %i ms later", (ms) => {
  const headers = webhookHeaders(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    at: new Date(1_614_265_330_000 + ms),
    body: '{"test": 2432232314}',
  });
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("secrets are not the same twice, and two of them sign side by side", () => {
  const [one, other] = [newSecret(), newSecret()];
  expect(one).not.toBe(other);
  expect(Buffer.from(one.slice(6), "base64")).toHaveLength(32);
  const message = { id: "a", at: new Date(0), body: "{}" };
  const alone = [one, other].map((secret) => webhookHeaders([secret], message)["webhook-signature"]);
  expect(webhookHeaders([one, other], message)["webhook-signature"]).toBe(alone.join(" "));
});
