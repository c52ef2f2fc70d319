import type { TradeInCondition } from '../people/trade-in-questions.ts';
import { wordsOf } from '../search/search-text.ts';
import { toAgorot, toBasisPoints } from './money.ts';

/**
 * A company's table of what it gives for used vehicles (docs/import-format.md). Sums are shekels as in `company.json`,
 * shares are percent.
 */
export type TradeInTable = {
  valid_days: number;
  /** How far the lower end of an estimate lies below its upper end. */
  spread: number;
  values: { make: string; model?: string | undefined; year_from: number; year_to: number; price: number }[];
  /** From so many kilometres on, this share of the price; ascending. Fewer: all of it. */
  km: { from: number; share: number }[];
  /** What is taken off for each answer. */
  deductions: {
    second_hand: number;
    third_hand: number;
    fleet: number;
    light_damage: number;
    structural_damage: number;
    worn_tyres: number;
  };
};

export type UsedVehicle = { make: string; model: string; year: number };
/** Agorot. */
export type TradeInRange = { low: number; high: number };

/** Estimates are whole hundreds of shekels. In agorot. */
const STEP = 10_000;
const roundDown = (agorot: number): number => Math.floor(agorot / STEP) * STEP;

/** A table's percentages may have two decimals: counted in basis points, on integers, rounded down to the agora. */
const shareOf = (agorot: number, percent: number): number => Math.floor((agorot * toBasisPoints(percent)) / 10_000);

const hasWords = (text: string, phrase: string): boolean => {
  const words = wordsOf(text);
  return wordsOf(phrase).every((word) => words.includes(word));
};

/** `make` may name several spellings, with commas between: the registry writes some makes in Latin letters. */
const isMake = (vehicle: UsedVehicle, makes: string): boolean =>
  makes.split(',').some((make) => make.trim() !== '' && hasWords(vehicle.make, make));

/** The row that says most of the vehicle: by most words of the model, then by the fewest years. */
export function findTradeInRow({ values }: Pick<TradeInTable, 'values'>, vehicle: UsedVehicle) {
  const weight = (row: (typeof values)[number]) =>
    wordsOf(row.model ?? '').length * 100 - (row.year_to - row.year_from);
  return values
    .filter(
      (row) =>
        isMake(vehicle, row.make) &&
        hasWords(vehicle.model, row.model ?? '') &&
        vehicle.year >= row.year_from &&
        vehicle.year <= row.year_to,
    )
    .reduce<(typeof values)[number] | null>((best, row) => (best && weight(best) >= weight(row) ? best : row), null);
}

/**
 * Percent taken off, by what was answered. `null`: an answer that the table has no share for. Whatever isn't named here
 * counts as one, so that a new question never leaves an estimate too high.
 */
function deductionsOf({ deductions: off }: TradeInTable, condition: TradeInCondition): number[] | null {
  // `km` has shares of its own.
  const { kind: _kind, km: _km, hand, ownership, accidents, tyres, battery, ...others } = condition;
  const isPriced = Object.values(others).every((answer) => answer === undefined);
  if (!isPriced || (battery && battery !== 'good')) return null;
  return [
    { first: 0, second: off.second_hand, third: off.third_hand }[hand ?? 'first'],
    { private: 0, fleet: off.fleet }[ownership ?? 'private'],
    { none: 0, light: off.light_damage, structural: off.structural_damage }[accidents ?? 'none'],
    { good: 0, worn: off.worn_tyres }[tyres ?? 'good'],
  ];
}

/**
 * What the table says of a vehicle, before anybody has seen it. Deductions compound: each takes its percent of what the
 * former ones left. `null`: the table says nothing, so that a person makes the offer.
 */
export function estimateTradeIn(
  table: TradeInTable | null,
  vehicle: UsedVehicle,
  condition: TradeInCondition,
): TradeInRange | null {
  const row = table && findTradeInRow(table, vehicle);
  const deductions = row && deductionsOf(table, condition);
  if (!deductions) return null;
  const share = table.km.filter(({ from }) => (condition.km ?? 0) >= from).at(-1)?.share ?? 100;
  const shares = [share, ...deductions.map((off) => 100 - off)];
  const agorot = shares.reduce(shareOf, toAgorot(row.price));
  const high = roundDown(agorot);
  const low = roundDown(shareOf(agorot, 100 - table.spread));
  return low > 0 ? { low, high } : null;
}
