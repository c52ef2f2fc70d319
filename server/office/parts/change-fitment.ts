import { z } from 'zod';
import { chassisRange, chassisText } from '#domain/catalogue/parts/chassis.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { inCatalogue } from '../products/change-product.ts';
import { changeFits, chassisCells, type Fit, rangeOf } from './fits.ts';

const write = { permission: 'products.edit', kind: 'write', draftable: true } as const;
const slug = z.string('בחרו מהרשימה').trim().min(1, 'בחרו מהרשימה').max(200);
const year = z.string('כתבו שנה').trim().min(1, 'כתבו שנה').max(10);
const number = z.string().trim().max(40, 'עד 40 תווים').default('');
const bounds = { year_from: year, year_to: year, chassis_from: number, chassis_to: number };
type Bounds = { year_from: string; year_to: string; chassis_from: string; chassis_to: string };

/** Years, and the chassis numbers in full as makers publish them. @throws BAD_REQUEST */
function bounded({ year_from, year_to, chassis_from, chassis_to }: Bounds) {
  const range = chassisRange(chassis_from, chassis_to);
  if (!range) {
    const path = chassis_from === '' ? 'chassis_to' : 'chassis_from';
    throw refuse('BAD_REQUEST', { message: NO_RANGE, fields: [{ path, message: NO_RANGE }] });
  }
  return { year_from, year_to, ...chassisCells(range) };
}

const NO_RANGE = 'מספר שלדה מסתיים בספרות, ובשני הקצוות אותה התחלה. למספרים שמתחילים באותן אותיות בלי גבול: ⁦PC40*⁩';

export const addFit = officeCall(
  { ...write, name: 'fitment.add', input: z.object({ part: slug, vehicle: slug, ...bounds }) },
  (ctx, { part, vehicle, ...input }) =>
    inCatalogue(ctx, async (tx) => {
      const fit: Fit = { part, vehicle, ...bounded(input) };
      const edited = (one: Fit) => one === fit;
      await changeFits(ctx, tx, [part], (currentFits) => ({ fits: [...currentFits, fit], edited }));
      return { message: 'ההתאמה נוספה' };
    }),
);

/** A fit is named by its part, vehicle, years and chassis numbers as the form was shown. */
const named = { part: slug, vehicle: slug, was_from: year, was_to: year, was_chassis: z.string().max(100).default('') };
type Named = { part: string; vehicle: string; was_from: string; was_to: string; was_chassis: string };

/** @throws CHANGED_MEANWHILE where it isn't there with these any more */
function findFit(currentFits: Fit[], { part, vehicle, was_from, was_to, was_chassis }: Named): Fit {
  const fit = currentFits.find(
    (one) =>
      one.part === part &&
      one.vehicle === vehicle &&
      one.year_from === was_from &&
      one.year_to === was_to &&
      chassisText(rangeOf(one)) === was_chassis,
  );
  if (!fit) throw refuse('CHANGED_MEANWHILE', { message: 'ההתאמה השתנתה או הוסרה בינתיים. בדקו את הרשימה ונסו שוב' });
  return fit;
}

export const editFit = officeCall(
  { ...write, name: 'fitment.edit', input: z.object({ ...named, ...bounds }) },
  (ctx, input) =>
    inCatalogue(ctx, async (tx) => {
      const next = bounded(input);
      await changeFits(ctx, tx, [input.part], (currentFits) => {
        const old = findFit(currentFits, input);
        const fit = { ...old, ...next };
        return { fits: [...currentFits.filter((one) => one !== old), fit], edited: (one) => one === fit };
      });
      return { message: 'ההתאמה נשמרה' };
    }),
);

export const removeFit = officeCall({ ...write, name: 'fitment.remove', input: z.object(named) }, (ctx, was) =>
  inCatalogue(ctx, async (tx) => {
    await changeFits(ctx, tx, [was.part], (currentFits) => {
      const old = findFit(currentFits, was);
      return { fits: currentFits.filter((one) => one !== old), edited: () => false };
    });
    return { message: 'ההתאמה הוסרה. אפשר להחזיר אותה ביומן השינויים' };
  }),
);
