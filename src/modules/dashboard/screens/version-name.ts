export const nameOf = ({ number, final }: { number: number; final: boolean }) =>
  final ? `Version ${number}, final` : `Draft ${number}`;
