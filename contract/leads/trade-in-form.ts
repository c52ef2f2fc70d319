import { z } from 'zod';
import { parsePlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import {
  tradeInQuestions as asked,
  asksOf,
  isTradeInKind,
  parseTradeInNumber,
  type TradeInKind,
  type TradeInQuestion,
  tradeInKindKeys,
} from '#domain/people/trade-in-questions.ts';
import { uid } from '../common.ts';
import { leadBody, leadForm } from './lead-form.ts';

/** `missing` names the question: the summary above a form has the messages alone. */
const choice = <T extends object>({ answers, missing }: { answers: T; missing: string }) =>
  z.enum(Object.keys(answers) as [keyof T & string, ...(keyof T & string)[]], missing).optional();
const amount = ({ missing, most }: { missing: string; most: number }) =>
  z.number(missing).int('הזינו מספר שלם').min(0, missing).max(most, 'המספר גדול מדי').optional();

const answers = {
  km: amount(asked.km),
  hours: amount(asked.hours),
  hand: choice(asked.hand),
  ownership: choice(asked.ownership),
  accidents: choice(asked.accidents),
  tyres: choice(asked.tyres),
  hull: choice(asked.hull),
  engine: choice(asked.engine),
  trailer: choice(asked.trailer),
  battery: choice(asked.battery),
} satisfies Record<TradeInQuestion, z.ZodType>;
export const tradeInCondition = z.object({ kind: z.enum(tradeInKindKeys), ...answers });

export const plateForm = z.strictObject({
  plate: z.string().trim().min(1, 'הזינו מספר רישוי').max(20).refine(parsePlate, 'מספר רישוי הוא חמש עד שמונה ספרות'),
});

const shape = {
  kind: z.enum(tradeInKindKeys).default('road'),
  /**
   * A road vehicle's plate, a boat's hull number. Where the registry has answered of a plate, its make, model and year
   * count, whatever is sent.
   */
  plate: z.string().trim().max(30).default(''),
  make: z.string().trim().min(2, 'הזינו יצרן').max(60),
  model: z.string().trim().min(1, 'הזינו דגם').max(120),
  /** At most the next one, by the server's clock. */
  year: z
    .number('הזינו שנת ייצור')
    .int('הזינו שנת ייצור בת ארבע ספרות')
    .min(1950, 'הזינו שנת ייצור בת ארבע ספרות')
    .max(2100, 'השנה הזו עוד לא הגיעה'),
  ...answers,
  remarks: z.string().trim().max(1_000).default(''),
  name: leadBody.shape.name,
  phone: leadBody.shape.phone,
  email: leadBody.shape.email,
  /** The vehicle that is wanted for it. */
  product_uid: uid.nullish(),
  /** What is chosen of it, as the query of its page. */
  chosen: z.string().max(300).default(''),
  /** Honeypot: people leave it empty. */
  website: leadBody.shape.website,
};

/** Its fields may be anything here: they are looked at beside what is wrong with them. */
type Sent = { kind: unknown; plate: unknown } & { [Q in TradeInQuestion]?: unknown };
const kindOf = ({ kind }: Partial<Sent>): TradeInKind => (isTradeInKind(kind) ? kind : 'road');
const isNumberOf = (sent: Sent): boolean =>
  typeof sent.plate !== 'string' || sent.plate === '' || parseTradeInNumber(kindOf(sent), sent.plate) !== null;

/** Each kind has questions of its own, and a number of its own. Told together with what else is wrong: `when`. */
function askedByKind<Schema extends z.ZodType<Sent>>(schema: Schema): Schema {
  const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
  return (Object.keys(asked) as TradeInQuestion[]).reduce<Schema>(
    (checked, question) =>
      checked.refine((sent) => sent[question] !== undefined || !asksOf(kindOf(sent)).includes(question), {
        path: [question],
        error: asked[question].missing,
        when,
      }),
    schema.refine(isNumberOf, {
      path: ['plate'],
      error: ({ input }) =>
        kindOf(input as Sent) === 'road' ? 'מספר רישוי הוא חמש עד שמונה ספרות' : 'המספר מורכב מאותיות לטיניות ומספרות',
      when,
    }),
  );
}

export const tradeInBody = askedByKind(z.strictObject(shape));

/** The same as a form. */
export const tradeInForm = askedByKind(
  z.strictObject({
    ...shape,
    phone: leadForm.shape.phone,
    email: leadForm.shape.email,
    product_uid: uid.nullish().catch(null),
  }),
);
