import type { PartFit } from '#contract/catalogue/products.ts';
import { isAnyChassis } from '#domain/catalogue/parts/chassis.ts';
import { productPath } from '#domain/text/links.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { ChassisWords } from './chassis-range.tsx';
import { OwnFit, yearsText } from './own-fit.tsx';
import { sparePartsPath } from './parts-url.ts';

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
