import { describe, expect, test } from "vitest";
import { correct, settled, spoken, standing } from "./corrected-sum.tsx";

describe("a figure under correction", () => {
  test("strikes the figure that stood", () => {
    expect(correct(standing(9240), 10500, 1000)).toEqual({ from: 9240, to: 10500, at: 1000, turn: 1 });
  });

  test("keeps one mark for changes within 300 ms", () => {
    const first = correct(standing(9240), 10500, 1000);
    expect(correct(first, 11000, 1299)).toEqual({ from: 9240, to: 11000, at: 1299, turn: 1 });
  });

  test("starts anew after 300 ms", () => {
    const first = correct(standing(9240), 10500, 1000);
    expect(correct(first, 11000, 1300)).toEqual({ from: 10500, to: 11000, at: 1300, turn: 2 });
  });

  test("shows no mark when the figure is the same again at once", () => {
    const first = correct(standing(9240), 10500, 1000);
    expect(correct(first, 9240, 1100).from).toBeNull();
  });

  test("stays the same object when nothing changes", () => {
    const state = standing(9240);
    expect(correct(state, 9240, 5)).toBe(state);
    expect(settled(state)).toBe(state);
    expect(settled(correct(state, 1, 5))).toMatchObject({ from: null, to: 1 });
  });

  test("is spoken as total and difference", () => {
    expect(spoken("Total", 9240, 10500)).toBe("Total $105.00, up $12.60");
    expect(spoken("Total", 10500, 9240)).toBe("Total $92.40, down $12.60");
    expect(spoken("Total", 9240, 9240)).toBe("Total $92.40");
  });
});
