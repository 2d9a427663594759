// Values that stand in the document: those of the price list that a new installation has, with one entry a list.

const line = (code: string, label: string, detail: string, cents: number, exact: string) => ({
  ...{ code, label, detail },
  ...{ cents, exact },
});

export const quoteExample = {
  id: "01999d5e-3c1a-7b52-9f0e-6f3f5f0e2a11",
  currency: "USD",
  total: "84.00",
  totalCents: 8400,
  wordCount: 1375,
  lines: [
    line("work", "Writing, 5 pages", "Psychology: $15.00 a page, 5 × $15.00", 7500, "75.00"),
    line("order-type", "Order type: writing", "× 1 on $75.00", 0, "0.00"),
    line("spacing", "Double spacing", "× 1 on $75.00", 0, "0.00"),
    line("sources", "6 cited sources", "$1.50 for each source", 900, "9.00"),
    line("deadline", "Deadline: not chosen", "× 1 on $84.00", 0, "0.00"),
  ],
  ignored: [],
  notes: [],
  tableVersion: 1,
  validUntil: "2027-03-10T12:30:00.000Z",
  orderable: true,
  reason: null,
};

const spacing = { single: "2", oneAndHalf: "1.5", double: "1" };

export const pricesExample = {
  version: 1,
  currency: "USD",
  coursework: { subjects: [["Computer Science", "1500"]], default: "1200" },
  nonTech: {
    subjects: [["Psychology", "15"]],
    default: "12",
    orderType: { writing: "1", editing: "0.7", proofreading: "0.5" },
    spacing,
    citationFee: "1.5",
    deadlineDays: { upTo: [[1, "2"]], beyond: "1" },
  },
  technical: {
    writing: { subjects: [["Computer Science", "18"]], default: "16", spacing, citationFee: "2" },
    programming: {
      projectSize: { "extra-small": "35", small: "45", medium: "120", large: "200" },
      projectType: [["Web Development", "1.2"]],
    },
    calculations: { course: [["Mathematics", "18"]], software: [["Microsoft Excel", "1"]], baseMultiplier: "2" },
    deadlineHours: { upTo: [[12, "2.5"]], beyond: "1" },
  },
  quizTests: {
    quiz: "15",
    tiers: {
      standard: { price: "30", subjects: ["Mathematics"] },
      premium: { price: "40", subjects: ["Computer Science"] },
      high: { price: "50", subjects: ["Medical Studies"] },
    },
    default: "30",
    difficulty: { beginner: "1", intermediate: "1.1", advanced: "1.25" },
    testType: [["multiple-choice", "1"]],
  },
};

export const checkExample = {
  band: "cannot-tell",
  words: 212,
  left: { code: 0, table: 0, references: 14 },
  register: "common",
  weak: false,
  doubts: [],
  sentences: [{ from: 0, to: 94, level: "some" }],
  evidence: [{ name: "Lists of three or more", value: 2.1, unit: "per 100 words", low: 0.1, high: 1.2, isMore: true }],
  rates: [{ kind: "All kinds", humans: { k: 2, n: 856 }, machines: { k: 637, n: 882 } }],
  model: "2026-11-20",
};

export const orderExample = {
  id: "01999d5e-9a41-7c0d-8a6b-2f4d1f7a9c33",
  number: "7KQ2M4X",
  service: "non-technical",
  status: "in_progress",
  paymentStatus: "paid",
  currency: "USD",
  priceCents: 8400,
  refundedCents: 0,
  createdAt: "2027-03-10T12:04:11.000Z",
  deadline: "2027-03-15T18:00:00.000Z",
  deliveredAt: null,
  completedAt: null,
  test: false,
};

export const preparedExample = {
  id: "01999d5e-7d20-7f0b-9c51-0b6f3d2a8e47",
  service: "non-technical",
  state: "waiting",
  number: null,
  currency: "USD",
  priceCents: 8400,
  url: "https://shop.example/order?prepared=01999d5e-7d20-7f0b-9c51-0b6f3d2a8e47.uJ0",
  createdAt: "2027-03-10T12:04:11.000Z",
  expiresAt: "2027-03-17T12:04:11.000Z",
};

export const orderFilesExample = {
  files: [
    {
      id: "01999d5e-8c33-7a10-9d2f-5b1c7e4f8a60",
      name: "task.pdf",
      size: 48_210,
      type: "application/pdf",
      version: null,
      ready: true,
    },
  ],
};
