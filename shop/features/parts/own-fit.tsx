import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import type { PartFit } from '#contract/catalogue/products.ts';
import { holdsChassis, isAnyChassis } from '#domain/catalogue/parts/chassis.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { isOfModel } from '../favorites/account-lists.ts';
import { type OwnVehicle, useGarage } from './garage.ts';
import { sparePartsPath } from './parts-url.ts';

export const yearsText = ({ year_from, year_to }: PartFit): string =>
  year_from === year_to ? String(year_from) : `${year_from}–${year_to}`;

type Verdict = 'fits' | 'perhaps' | 'not';

/**
 * Whether it fits, doesn't, or fits in some years or chassis numbers of which the shopper's isn't known; and the fits
 * that count.
 */
function judge(own: OwnVehicle, fits: PartFit[]): { verdict: Verdict; rest: PartFit[] } {
  const { year, chassis } = own;
  const ofModel = fits.filter(({ vehicle }) => isOfModel(own, vehicle));
  const inYear = ofModel.filter(({ year_from, year_to }) => !year || (year >= year_from && year <= year_to));
  const rest = inYear.filter((fit) => !chassis || holdsChassis(fit.chassis, chassis));
  if (rest.length === 0) return { verdict: 'not', rest };
  const isSure = chassis || rest.some((fit) => isAnyChassis(fit.chassis));
  return { verdict: isSure ? 'fits' : 'perhaps', rest };
}

const looks = {
  fits: { Icon: CircleCheck, words: 'מתאים ל־', look: 'bg-success-wash', ink: 'text-success' },
  perhaps: { Icon: CircleHelp, words: 'מתאים רק לחלק ממספרי השלדה של ', look: 'bg-warning-wash', ink: 'text-warning' },
  not: { Icon: CircleX, words: 'לא מתאים ל־', look: 'bg-danger-wash', ink: 'text-danger' },
};

type Words = ReturnType<typeof judge> & { owned: OwnVehicle; onLeave?: () => void };

const FitWords = ({ owned, verdict, rest, onLeave }: Words) => (
  <>
    {looks[verdict].words}
    <bdi>{owned.name}</bdi> {owned.year} שלכם
    {verdict === 'perhaps' && (
      <Link
        to={sparePartsPath({ model: owned.slug, year: owned.year })}
        {...(onLeave && { onClick: onLeave })}
        className="ms-2 inline-flex min-h-11 items-center underline underline-offset-4"
      >
        להקליד מספר שלדה
      </Link>
    )}
    {verdict === 'fits' && !owned.year && (
      <span className="font-normal">
        , שנים <bdi dir="ltr">{rest.map(yearsText).join(', ')}</bdi>
      </span>
    )}
  </>
);

/** What is said of each vehicle of the garage. */
export function OwnFit({ fits }: { fits: PartFit[] }) {
  const garage = useGarage();
  if (garage.length === 0) return null;
  return (
    <ul aria-label="התאמה למוסך שלכם" className="flex flex-wrap gap-2">
      {garage.map((owned) => {
        const { verdict, rest } = judge(owned, fits);
        const { Icon, look, ink } = looks[verdict];
        return (
          <li
            key={`${owned.slug} ${owned.year}`}
            className={classNames(
              'inline-flex min-h-11 items-center gap-2.5 rounded-full px-4 font-semibold',
              look,
              ink,
            )}
          >
            <Icon aria-hidden className="size-5 shrink-0" />
            <span>
              <FitWords {...{ owned, verdict, rest }} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The same in a line of the cart: the vehicles that it may fit or, where it fits none, all of them. */
export function OwnFitLine({ fits, onLeave }: { fits: PartFit[]; onLeave: () => void }) {
  const judged = useGarage().map((owned) => ({ owned, ...judge(owned, fits) }));
  const fitting = judged.filter(({ verdict }) => verdict !== 'not');
  return (fitting.length > 0 ? fitting : judged).map(({ owned, verdict, rest }) => {
    const { Icon, ink } = looks[verdict];
    return (
      <p
        key={`${owned.slug} ${owned.year}`}
        className={classNames('flex items-start gap-1.5 text-sm font-medium', ink)}
      >
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          <FitWords {...{ owned, verdict, rest, onLeave }} />
        </span>
      </p>
    );
  });
}
