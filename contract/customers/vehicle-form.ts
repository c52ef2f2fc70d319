import { z } from 'zod';
import { parsePlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import { waysForm } from './message-ways-form.ts';

const WRONG_KM = 'הזינו מספר שלם של קילומטרים';
const kilometres = z.number(WRONG_KM).int(WRONG_KM).min(0, WRONG_KM).max(2_000_000, 'המספר גדול מדי');
const day = z.iso.date('בחרו תאריך').refine((day) => day >= '1950-01-01' && day <= '2100-12-31', 'התאריך רחוק מדי');
const WRONG_YEAR = 'הזינו שנה בת ארבע ספרות';

/** What an owner writes of a vehicle; an empty field takes the former value back. */
export const vehicleForm = z.strictObject({
  year: z.number(WRONG_YEAR).int(WRONG_YEAR).min(1950, WRONG_YEAR).max(2100, WRONG_YEAR).nullish(),
  plate: z
    .string()
    .trim()
    .max(20)
    .default('')
    .refine((plate) => plate === '' || parsePlate(plate), 'מספר רישוי הוא חמש עד שמונה ספרות'),
  kilometres: kilometres.nullish(),
  test_until: day.nullish(),
  insured_until: day.nullish(),
  /**
   * What the form began with: kilometres, test, insurance, year and plate, with `|` between. What is still the same on
   * it is left as it is stored.
   */
  was: z.string().max(60).optional(),
});

/**
 * A service that was done, here or elsewhere. `corrects`: in place of the last one that was recorded, whose date or
 * kilometres were wrong.
 */
export const serviceForm = z.strictObject({ serviced_on: day, serviced_km: kilometres, corrects: z.boolean() });

export const reminderDays = [7, 14, 30, 60] as const;

export const remindersForm = waysForm.extend({
  days: z.enum(reminderDays.map(String) as [string, ...string[]]).transform(Number),
});
