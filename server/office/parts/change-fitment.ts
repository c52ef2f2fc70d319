import { z } from 'zod';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { inCatalogue } from '../products/change-product.ts';
import { changeFits, type Fit } from './fits.ts';

const write = { permission: 'products.edit', kind: 'write', draftable: true } as const;
const slug = z.string('בחרו מהרשימה').trim().min(1, 'בחרו מהרשימה').max(200);
const year = z.string('כתבו שנה').trim().min(1, 'כתבו שנה').max(10);

export const addFit = officeCall(
  { ...write, name: 'fitment.add', input: z.object({ part: slug, vehicle: slug, year_from: year, year_to: year }) },
  (ctx, fit) =>
    inCatalogue(ctx, async (tx) => {
      const edited = (one: Fit) => one === fit;
      await changeFits(ctx, tx, [fit.part], (present) => ({ fits: [...present, fit], edited }));
      return { message: 'ההתאמה נוספה' };
    }),
);

/** A fit is named by its part, vehicle and years as the form was shown. */
const named = { part: slug, vehicle: slug, was_from: year, was_to: year };
type Named = { part: string; vehicle: string; was_from: string; was_to: string };

/** @throws CHANGED_MEANWHILE where it isn't there with these years any more */
function found(present: Fit[], { part, vehicle, was_from, was_to }: Named): Fit {
  const fit = present.find(
    (one) => one.part === part && one.vehicle === vehicle && one.year_from === was_from && one.year_to === was_to,
  );
  if (!fit) throw refuse('CHANGED_MEANWHILE', { message: 'ההתאמה השתנתה או הוסרה בינתיים. בדקו את הרשימה ונסו שוב' });
  return fit;
}

export const editFit = officeCall(
  { ...write, name: 'fitment.edit', input: z.object({ ...named, year_from: year, year_to: year }) },
  (ctx, { year_from, year_to, ...was }) =>
    inCatalogue(ctx, async (tx) => {
      await changeFits(ctx, tx, [was.part], (present) => {
        const old = found(present, was);
        const fit = { ...old, year_from, year_to };
        return { fits: [...present.filter((one) => one !== old), fit], edited: (one) => one === fit };
      });
      return { message: 'השנים נשמרו' };
    }),
);

export const removeFit = officeCall({ ...write, name: 'fitment.remove', input: z.object(named) }, (ctx, was) =>
  inCatalogue(ctx, async (tx) => {
    await changeFits(ctx, tx, [was.part], (present) => {
      const old = found(present, was);
      return { fits: present.filter((one) => one !== old), edited: () => false };
    });
    return { message: 'ההתאמה הוסרה. אפשר להחזיר אותה ביומן השינויים' };
  }),
);
