/** What can be done to chosen prices at once. `by` is what is typed beside it. */
export const formulas = {
  percent: { label: 'אחוזים (+ או −)', by: 'number' },
  add: { label: 'שקלים (+ או −)', by: 'number' },
  set: { label: 'סכום קבוע', by: 'number' },
  round: { label: 'עיגול', by: [1, 5, 10, 50, 100, 500, 1_000] },
  ending: { label: 'סיומת', by: [9, 90, 99, 900, 990] },
} as const satisfies Record<string, { label: string; by: 'number' | readonly number[] }>;
export type Formula = keyof typeof formulas;

/** The price after it, in agorot, never below zero. `by` is percent or shekels. */
export function applyFormula(agorot: number, formula: Formula, by: number): number {
  const shekel = 100;
  switch (formula) {
    case 'percent':
      return atLeastNothing(Math.round((agorot * (100 + by)) / 100));
    case 'add':
      return atLeastNothing(agorot + Math.round(by * shekel));
    case 'set':
      return atLeastNothing(Math.round(by * shekel));
    case 'round': {
      const step = by * shekel;
      return step > 0 ? Math.round(agorot / step) * step : agorot;
    }
    case 'ending':
      return withEnding(agorot, by * shekel);
  }
}

const atLeastNothing = (agorot: number): number => Math.max(0, agorot);

/** The nearest sum with these last digits: 4,512 with 90 is 4,490. */
function withEnding(agorot: number, ending: number): number {
  const step = 10 ** String(Math.round(ending / 100)).length * 100;
  const below = Math.floor((agorot - ending) / step) * step + ending;
  const nearest = agorot - below < below + step - agorot ? below : below + step;
  return nearest > 0 ? nearest : ending;
}
