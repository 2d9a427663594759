import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { describe, expect, test } from "vitest";
import { AdminShell } from "./admin-shell.tsx";
import { Button } from "./button.tsx";
import { Checkbox, DeadlineSteps, Segmented } from "./choices.tsx";
import { Confirm } from "./confirm.tsx";
import { attention, ErrorSummary } from "./error-summary.tsx";
import { Field, FieldGroup } from "./field.tsx";
import { Bell } from "./icons.tsx";
import { Input, Textarea } from "./inputs.tsx";
import { Masthead } from "./masthead.tsx";
import { BreakdownLines, BreakdownTotal } from "./price-breakdown.tsx";
import { Status, toneOf } from "./status.tsx";
import { Stepper } from "./stepper.tsx";

const html = (node: ReactNode): string => {
  const Page = createRoutesStub([{ path: "*", Component: () => node }]);
  return renderToStaticMarkup(<Page initialEntries={["/order"]} />);
};
const attributes = (markup: string, tag: string): Record<string, string> => {
  const found = new RegExp(`<${tag}\\b([^>]*)>`).exec(markup)?.[1] ?? "";
  return Object.fromEntries([...found.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
};

describe("a field", () => {
  test("ties label, hint, help and error to its control", () => {
    const markup = html(
      <Field name="title" label="Title" hint="Exact words" help="Up to 200" error="Write a title.">
        <Input defaultValue="x" />
      </Field>,
    );
    expect(attributes(markup, "input")).toMatchObject({
      id: "f-title",
      name: "title",
      "aria-describedby": "f-title-hint f-title-help f-title-error",
      "aria-invalid": "true",
    });
    expect(markup).toContain('<label class="label" for="f-title">');
    for (const part of ["hint", "help", "error"]) expect(markup).toContain(`id="f-title-${part}"`);
  });

  test("says nothing about errors when there is none", () => {
    const markup = html(
      <Field name="a.b" label="Text" optional>
        <Textarea />
      </Field>,
    );
    expect(attributes(markup, "textarea")).toMatchObject({ id: "f-a-b", name: "a.b" });
    expect(markup).not.toMatch(/aria-invalid|aria-describedby|role="alert"/);
    expect(markup).toContain("optional");
  });

  test("refuses a control outside", () => {
    expect(() => html(<Input />)).toThrow("inside a Field");
  });
});

describe("choices work as plain radios", () => {
  const choices = [
    { value: "24", label: "24 hours", note: "× 2" },
    { value: "48", label: "2 days", note: "× 1.75" },
  ];

  test.each([
    ["segmented", Segmented],
    ["deadline steps", DeadlineSteps],
  ])("%s: one name, one chosen, the first has the field's id", (_, Choices) => {
    const markup = html(
      <FieldGroup name="deadline" label="Deadline" error="Choose one.">
        <Choices choices={choices} defaultValue="48" />
      </FieldGroup>,
    );
    const radios = [...markup.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([radio]) => radio);
    expect(radios).toHaveLength(2);
    expect(radios.every((radio) => radio.includes('name="deadline"'))).toBe(true);
    expect(radios.map((radio) => radio.includes("checked"))).toEqual([false, true]);
    expect(radios[0]).toContain('id="f-deadline"');
    expect(attributes(markup, "fieldset")["aria-describedby"]).toBe("f-deadline-error");
  });

  test("a stepper is a number field with named buttons, off at the ends", () => {
    const markup = html(
      <Field name="pages" label="Pages">
        <Stepper unit="page" min={1} max={500} defaultValue={1} />
      </Field>,
    );
    expect(attributes(markup, "input")).toMatchObject({
      type: "number",
      min: "1",
      max: "500",
      value: "1",
      name: "pages",
    });
    const [less, more] = [...markup.matchAll(/<button[^>]*>/g)].map(([button]) => button);
    expect(less).toMatch(/aria-label="One page less".*disabled/);
    expect(more).toContain('aria-label="One page more"');
    expect(more).not.toContain("disabled");
  });

  test("a box carries its own error", () => {
    const box = attributes(
      html(
        <Checkbox name="promise" error="Tick this.">
          I promise
        </Checkbox>,
      ),
      "input",
    );
    expect(box).toMatchObject({ type: "checkbox", "aria-invalid": "true", "aria-describedby": "f-promise-error" });
  });
});

describe("the error summary", () => {
  test("counts, links to the fields and can take the focus", () => {
    const errors = { pages: "Write a number from 1.", due: "Choose a later one." };
    const markup = html(<ErrorSummary errors={errors} labels={{ pages: "Pages" }} />);
    expect(markup).toContain("Two answers need your attention.");
    expect(markup).toContain('<a href="#f-pages">Pages: write a number from 1.</a>');
    expect(markup).toContain('<a href="#f-due">Choose a later one.</a>');
    expect(attributes(markup, "div")).toMatchObject({ role: "alert", tabindex: "-1" });
  });

  test("is not there without errors", () => {
    expect(html(<ErrorSummary errors={undefined} />)).toBe("");
    expect(html(<ErrorSummary errors={{ pages: undefined }} />)).toBe("");
  });

  test.each([
    [1, "One answer needs your attention."],
    [12, "12 answers need your attention."],
  ])("%i: %s", (count, text) => expect(attention(count)).toBe(text));
});

describe("a slip", () => {
  test("prints amounts, effects and what has no effect", () => {
    const markup = html(
      <BreakdownLines
        lines={[
          { key: "work", label: "Writing", cents: 7500, amount: true },
          { key: "type", label: "Editing", cents: -2250 },
          { key: "spacing", label: "Double spacing", cents: 0 },
          { key: "due", label: "Deadline", cents: null },
        ]}
      />,
    );
    const amounts = [...markup.matchAll(/<dd class="amt[^>]*>(.*?)<\/dd>/g)].map(([, text]) =>
      text?.replace(/<[^>]+>/g, ""),
    );
    expect(amounts).toEqual(["$75.00", "\u2212 $22.50", "no change", "not chosen"]);
  });

  test("a live total speaks politely and is silent at first", () => {
    expect(html(<BreakdownTotal cents={9240} state="live" />)).toContain(
      '<span class="vh" role="status"></span><span translate="no">$92.40</span>',
    );
  });

  test("a locked total has its line, a recalculated one says what was", () => {
    expect(html(<BreakdownTotal cents={9240} state="stet" />)).toContain(
      '<span class="stet" translate="no">$92.40</span>',
    );
    expect(html(<BreakdownTotal cents={9240} was={9000} />)).toMatch(
      /<del class="cut"><span class="vh">was <\/span><span translate="no">\$90\.00<\/span><\/del>/,
    );
  });
});

test("a status has a drawing and a word, and its usual tone", () => {
  const markup = html(<Status shape="alert">No writer yet</Status>);
  expect(markup).toMatch(/class="status bad".*<svg[^>]*aria-hidden="true">.+<\/svg>No writer yet/);
  expect([toneOf("clock"), toneOf("check"), toneOf("half"), toneOf("dash")]).toEqual(["you", "ok", "ink", "off"]);
});

test("a busy button says so and stays in the tab order", () => {
  const button = attributes(html(<Button busy>Sending</Button>), "button");
  expect(button).toMatchObject({ "aria-busy": "true", type: "submit" });
  expect(button).not.toHaveProperty("disabled");
});

test("before scripts a confirmation unfolds below its button, with the whole form", () => {
  const markup = html(
    <Confirm label="Cancel order" title="Cancel order 7KQ2M4X?">
      <form method="post" />
    </Confirm>,
  );
  expect(markup).toMatch(/<details class="confirm"><summary class="btn btn-danger">Cancel order<\/summary>/);
  expect(markup).toContain('<form method="post">');
});

test("the masthead marks this page and signs out by a form", () => {
  const markup = html(
    <Masthead
      name="Paperwright"
      items={[
        { to: "/order", label: "Order" },
        { to: "/faq", label: "Questions" },
      ]}
      account={{ name: "Linh Tran", items: [], signOut: "/sign-out" }}
    />,
  );
  expect(markup.match(/<a[^>]*aria-current="page"[^>]*>Order</g)).toHaveLength(2);
  expect(markup).toContain('<form action="/sign-out" method="post">');
  expect(markup).toContain('aria-label="LT, account of Linh Tran"');
});

test("a count in the menu of admins ends at 99, where its sources stop to count", () => {
  const shell = (count: number) => {
    const groups = [{ key: "work", items: [{ to: "/admin/notices", label: "Notices", icon: Bell, count }] }];
    const person = { name: "Ada", role: "Admin", account: "/accountSettings" };
    return html(
      <AdminShell name="Shop" home="/admin" groups={groups} person={person} signOut="/logout">
        <p>Page</p>
      </AdminShell>,
    );
  };
  expect(shell(150)).toContain(">99+<");
  expect(shell(99)).toContain(">99<");
});
