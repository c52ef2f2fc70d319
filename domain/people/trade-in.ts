/** What the owner says of a vehicle that is offered in exchange; in the sequence of the form. */
export const tradeInAnswers = {
  hand: { first: 'יד ראשונה', second: 'יד שנייה', third: 'יד שלישית ומעלה' },
  ownership: { private: 'פרטית', fleet: 'חברה, ליסינג או השכרה' },
  accidents: { none: 'ללא פגיעות', light: 'פגיעה קלה שתוקנה', structural: 'פגיעת שלדה' },
  tyres: { good: 'טובים', worn: 'שחוקים', none: 'אין צמיגים (כלי שיט)' },
} as const;

export const tradeInQuestions: Record<keyof typeof tradeInAnswers, string> = {
  hand: 'יד',
  ownership: 'בעלות',
  accidents: 'תאונות ופגיעות',
  tyres: 'צמיגים',
};

type Answers = typeof tradeInAnswers;
export type TradeInCondition = { km: number } & { [Q in keyof Answers]: keyof Answers[Q] };

export const TRADE_IN_PHOTOS = 6;

export const TRADE_IN_LABEL = 'זיכוי משוער לטרייד־אין (בכפוף לבדיקה)';
export const AFTER_TRADE_IN_LABEL = 'לאחר הטרייד־אין, בכפוף לבדיקה';

/**
 * Where an offer stands, as shopper and staff see it. `expired` follows from the clock; `ordered`, `confirmed` and `rejected` from the
 * order that it is used in.
 */
export const tradeInStateNames = {
  waiting: 'מחכה להצעה',
  offered: 'הצעה בתוקף',
  expired: 'פג תוקף',
  ordered: 'בהזמנה, לפני בדיקה',
  confirmed: 'זוכה בהזמנה',
  rejected: 'לא זוכה לאחר בדיקה',
  refused: 'לא נציע',
  withdrawn: 'בוטלה על ידי הפונה',
} as const;
export type TradeInState = keyof typeof tradeInStateNames;

/** What is known of a plate: of the registry, of nobody, or not now. */
export type PlateReply =
  | { state: 'found'; plate: string; make: string; model: string; year: number }
  | { state: 'unknown' | 'away'; plate: string };

/** `הונדה CB500X (2021)` */
export const tradeInName = ({ make, model, year }: { make: string; model: string; year: number }): string =>
  `${make} ${model} (${year})`;
