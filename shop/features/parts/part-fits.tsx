import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import type { PartFit } from '#contract/catalogue/products.ts';
import { holdsChassis, isAnyChassis } from '#domain/catalogue/parts/chassis.ts';
import { productPath } from '#domain/text/links.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { ChassisWords } from './chassis-range.tsx';
import { type OwnVehicle, useGarage } from './garage.ts';
import { sparePartsPath } from './parts-url.ts';

const yearsText = ({ year_from, year_to }: PartFit): string =>
  year_from === year_to ? String(year_from) : `${year_from}–${year_to}`;

/** Vehicles that a part fits, and whether the shopper's is among them. */
export default function PartFits({ fits }: { fits: PartFit[] }) {
  if (fits.length === 0) return null;
  return (
    <section aria-labelledby="fits" className="page grid gap-6 pb-16">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="fits" className="text-3xl">
          לאילו דגמים זה מתאים
        </h2>
        <ButtonLink to="/spare-parts" variant="secondary" size="sm">
          איתור לפי דגם אחר
        </ButtonLink>
      </div>
      <OwnFit fits={fits} />
      <table className="w-full max-w-3xl border-collapse text-start">
        <thead>
          <tr className="border-b border-line-strong text-sm text-ink-3">
            <th scope="col" className="py-2 pe-4 text-start font-medium">
              דגם
            </th>
            <th scope="col" className="py-2 pe-4 text-start font-medium">
              שנות ייצור
            </th>
            <th scope="col" className="py-2 text-start font-medium">
              חלקים נוספים
            </th>
          </tr>
        </thead>
        <tbody>
          {fits.map((fit) => (
            <tr
              key={`${fit.vehicle.id} ${fit.year_from} ${fit.chassis.prefix} ${fit.chassis.from}`}
              className="border-b border-line"
            >
              <th scope="row" className="py-1 pe-4 text-start font-semibold">
                {fit.vehicle.sold ? (
                  <Link
                    to={productPath(fit.vehicle.slug.name)}
                    className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
                  >
                    <bdi>{fit.vehicle.name}</bdi>
                  </Link>
                ) : (
                  <bdi className="inline-flex min-h-11 items-center">{fit.vehicle.name}</bdi>
                )}
              </th>
              <td className="tabular py-1 pe-4">
                <bdi dir="ltr" className="whitespace-nowrap">
                  {yearsText(fit)}
                </bdi>
                {!isAnyChassis(fit.chassis) && (
                  <span className="block text-sm text-ink-2">
                    <ChassisWords range={fit.chassis} />
                  </span>
                )}
              </td>
              <td className="py-1">
                <Link
                  to={sparePartsPath({ model: fit.vehicle.slug.name })}
                  aria-label={`כל החלקים ל־${fit.vehicle.name}`}
                  className="inline-flex min-h-11 items-center font-semibold text-action-ink underline-offset-4 hover:underline"
                >
                  כל החלקים
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Verdict = 'fits' | 'perhaps' | 'not';

/** Whether it fits, doesn't, or fits in some years or chassis numbers of which the shopper's isn't known; and the fits that count. */
function judge({ slug, year, chassis }: OwnVehicle, fits: PartFit[]): { verdict: Verdict; rest: PartFit[] } {
  const ofModel = fits.filter(({ vehicle }) => vehicle.slug.name === slug);
  const inYear = ofModel.filter(({ year_from, year_to }) => !year || (year >= year_from && year <= year_to));
  const rest = inYear.filter((fit) => !chassis || holdsChassis(fit.chassis, chassis));
  if (rest.length === 0) return { verdict: 'not', rest };
  const isSure = chassis || rest.some((fit) => isAnyChassis(fit.chassis));
  return { verdict: isSure ? 'fits' : 'perhaps', rest };
}

const looks = {
  fits: { Icon: CircleCheck, words: 'מתאים ל־', look: 'bg-success-wash text-success' },
  perhaps: { Icon: CircleHelp, words: 'מתאים רק לחלק ממספרי השלדה של ', look: 'bg-warning-wash text-warning' },
  not: { Icon: CircleX, words: 'לא מתאים ל־', look: 'bg-danger-wash text-danger' },
};

/** What is said of each vehicle of the garage. */
function OwnFit({ fits }: { fits: PartFit[] }) {
  const garage = useGarage();
  if (garage.length === 0) return null;
  return (
    <ul aria-label="התאמה למוסך שלכם" className="flex flex-wrap gap-2">
      {garage.map((owned) => {
        const { verdict, rest } = judge(owned, fits);
        const { Icon, words, look } = looks[verdict];
        return (
          <li
            key={`${owned.slug} ${owned.year}`}
            className={classNames('inline-flex min-h-11 items-center gap-2.5 rounded-full px-4 font-semibold', look)}
          >
            <Icon aria-hidden className="size-5 shrink-0" />
            <span>
              {words}
              <bdi>{owned.name}</bdi> {owned.year} שלכם
              {verdict === 'perhaps' && (
                <Link
                  to={sparePartsPath({ model: owned.slug, year: owned.year })}
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
            </span>
          </li>
        );
      })}
    </ul>
  );
}
