/**
 * How much longer `work` takes for an input that is `times` as large: about `times` where the cost is linear, its square
 * where it is quadratic. The least of some turns each, taken in turn, so that a busy machine changes little.
 */
export function growthOf(work: (size: number) => unknown, size: number, times: number): number {
  const msOf = (n: number): number => {
    const started = performance.now();
    work(n);
    return performance.now() - started;
  };
  work(size); // until its code is loaded
  const turns = Array.from({ length: 5 }, () => [msOf(size), msOf(size * times)] as const);
  return Math.min(...turns.map(([, large]) => large)) / Math.min(...turns.map(([small]) => small));
}
