import { formatPlate, parsePlate } from '../catalogue/vehicles/vehicle-numbers.ts';
import { formatNumber } from '../text/format.ts';

/** Numbers that are asked for. */
const amounts = {
  km: { label: 'קילומטרים', missing: 'הזינו קילומטרים', most: 2_000_000, hint: 'ברכב בלי מד מרחק: 0' },
  hours: { label: 'שעות מנוע', missing: 'הזינו שעות מנוע', most: 100_000, hint: 'לפי מד השעות; בלי מד, בהערכה' },
} as const;

/** Choices that are asked for. */
const choices = {
  hand: {
    label: 'יד',
    missing: 'בחרו איזו יד הרכב',
    answers: { first: 'יד ראשונה', second: 'יד שנייה', third: 'יד שלישית ומעלה' },
  },
  ownership: {
    label: 'בעלות',
    missing: 'בחרו סוג בעלות',
    answers: { private: 'פרטית', fleet: 'חברה, ליסינג או השכרה' },
  },
  accidents: {
    label: 'תאונות ופגיעות',
    missing: 'בחרו אם היו תאונות או פגיעות',
    answers: { none: 'ללא פגיעות', light: 'פגיעה קלה שתוקנה', structural: 'פגיעת שלדה' },
  },
  tyres: { label: 'צמיגים', missing: 'בחרו מה מצב הצמיגים', answers: { good: 'טובים', worn: 'שחוקים' } },
  hull: {
    label: 'גוף',
    missing: 'בחרו מה מצב הגוף',
    answers: { good: 'שלם, ללא פגיעות', repaired: 'פגיעה שתוקנה', damaged: 'סדק, מכה או חדירת מים' },
  },
  engine: {
    label: 'מנוע',
    missing: 'בחרו מה מצב המנוע',
    answers: { good: 'תקין ומטופל', due: 'תקין, דרוש טיפול', faulty: 'לא תקין' },
  },
  trailer: {
    label: 'נגרר',
    missing: 'בחרו אם יש נגרר',
    answers: { none: 'בלי נגרר', good: 'יש, תקין ועם רישיון', worn: 'יש, דרוש תיקון או רישוי' },
  },
  battery: {
    label: 'סוללות',
    missing: 'בחרו מה מצב הסוללות',
    answers: { good: 'מחזיקות טעינה מלאה', weak: 'הטווח התקצר', dead: 'דורשות החלפה' },
  },
} as const;

export const tradeInQuestions = { ...amounts, ...choices };
export type TradeInQuestion = keyof typeof tradeInQuestions;
type Amount = keyof typeof amounts;
type Choices = typeof choices;
type Answers = { [Q in Amount]?: number } & { [Q in keyof Choices]?: keyof Choices[Q]['answers'] };

type Kind = {
  label: string;
  /** By which one is told from another: only plates are known to the registry of vehicles. `null`: it has none. */
  number: string | null;
  /** In the sequence of the form. */
  asks: readonly TradeInQuestion[];
  /** A store that calls its vehicles so is shown this kind first. */
  words: readonly string[];
};

/** What is asked of a vehicle that is offered in exchange, by its kind. */
export const tradeInKinds = {
  road: {
    label: 'אופנוע, קטנוע או רכב שטח',
    number: 'מספר רישוי',
    asks: ['km', 'hand', 'ownership', 'accidents', 'tyres'],
    words: [],
  },
  boat: {
    label: 'סירה או אופנוע ים',
    number: 'מספר גוף (HIN)',
    asks: ['hours', 'hand', 'ownership', 'hull', 'engine', 'trailer'],
    words: ['סירה', 'אופנוע ים', 'כלי שיט'],
  },
  outboard: { label: 'מנוע חיצוני', number: 'מספר מנוע', asks: ['hours', 'hand', 'engine'], words: ['מנוע'] },
  mobility: { label: 'קלנועית', number: null, asks: ['hand', 'battery', 'tyres', 'accidents'], words: ['קלנועית'] },
} as const satisfies Record<string, Kind>;
export type TradeInKind = keyof typeof tradeInKinds;
export const tradeInKindKeys = Object.keys(tradeInKinds) as [TradeInKind, ...TradeInKind[]];

export const isTradeInKind = (sent: unknown): sent is TradeInKind =>
  typeof sent === 'string' && Object.hasOwn(tradeInKinds, sent);

/** @param word the store's word for what it sells, without article */
export const tradeInKindOf = (word: string): TradeInKind =>
  tradeInKindKeys.find((kind) => (tradeInKinds[kind].words as readonly string[]).includes(word)) ?? 'road';

export const asksOf = (kind: TradeInKind): readonly TradeInQuestion[] => tradeInKinds[kind].asks;

export const isAmount = (question: TradeInQuestion): question is Amount => question in amounts;

export type TradeInCondition = { kind: TradeInKind } & Answers;

/** The answers that belong to the kind. */
export function conditionOf(answers: Answers & { kind?: TradeInKind | undefined }): TradeInCondition {
  // Offers from before there were kinds have none; of their boats, the tyres are answered by `none`.
  const kind = answers.kind ?? 'road';
  return {
    kind,
    ...Object.fromEntries(
      asksOf(kind).flatMap((question) => {
        const answer = answers[question];
        return answer === undefined || (!isAmount(question) && !answerText(question, String(answer)))
          ? []
          : [[question, answer]];
      }),
    ),
  };
}

const answerText = (question: keyof Choices, answer: string): string | undefined =>
  (choices[question].answers as Record<string, string>)[answer];

/** Number and answers with their names, as shopper, staff and mails read them. */
export function tradeInFacts(condition: TradeInCondition, plate: string | null): { name: string; value: string }[] {
  const { number } = tradeInKinds[condition.kind];
  const answers = asksOf(condition.kind).flatMap((question) => {
    const answer = condition[question];
    const value = isAmount(question)
      ? answer !== undefined && formatNumber(Number(answer))
      : answerText(question, String(answer));
    return value ? [{ name: tradeInQuestions[question].label, value }] : [];
  });
  return [
    ...(plate && number ? [{ name: number, value: formatTradeInNumber(condition.kind, plate) }] : []),
    ...answers,
  ];
}

/** The number of a hull or an engine in capitals, without separators. @returns `null` for what is none */
function parseSerial(text: string): string | null {
  const serial = text.replace(/[\s\-־–\u200E\u200F\u2066-\u2069]/g, '').toUpperCase();
  return /^(?=.*\d)[A-Z\d]{4,20}$/.test(serial) ? serial : null;
}

/** @param kind absent in offers from before there were kinds */
export const formatTradeInNumber = (kind: TradeInKind | undefined, plate: string): string =>
  (kind ?? 'road') === 'road' ? formatPlate(plate) : plate;

export const parseTradeInNumber = (kind: TradeInKind, text: string): string | null =>
  tradeInKinds[kind].number === null ? null : kind === 'road' ? parsePlate(text) : parseSerial(text);

export const TRADE_IN_PHOTOS = 6;

export const TRADE_IN_LABEL = 'זיכוי משוער לטרייד־אין (בכפוף לבדיקה)';
export const AFTER_TRADE_IN_LABEL = 'המחיר לאחר הזיכוי, בכפוף לבדיקה';

/**
 * Where an offer stands, as shopper and staff see it. `expired` follows from the clock; `ordered`, `confirmed` and
 * `rejected` from the order that it is used in.
 */
export const tradeInStateNames = {
  waiting: 'מחכה להצעה',
  offered: 'הצעה בתוקף',
  expired: 'פג תוקף',
  ordered: 'בהזמנה, לפני בדיקה',
  confirmed: 'נרשם זיכוי בהזמנה',
  rejected: 'לא נרשם זיכוי לאחר בדיקה',
  refused: 'לא נציע',
  withdrawn: 'בוטלה על ידי הפונה',
} as const;
export type TradeInState = keyof typeof tradeInStateNames;

/** The answer for a plate: from the registry, unknown, or unavailable. */
export type PlateReply =
  | { state: 'found'; plate: string; make: string; model: string; year: number }
  | { state: 'unknown' | 'away'; plate: string };

/** `הונדה CB500X (2021)` */
export const tradeInName = ({ make, model, year }: { make: string; model: string; year: number }): string =>
  `${make} ${model} (${year})`;
