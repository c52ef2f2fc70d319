/** A round step of which some eighty make up the whole way. */
export function stepOf(width: number): number {
  const raw = Math.max(width / 80, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  return ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
}
