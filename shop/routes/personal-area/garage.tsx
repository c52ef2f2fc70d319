import { Plus, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import type { MetaDescriptor } from 'react-router';
import type { GarageVehicle } from '#contract/customers/account.ts';
import { productPath } from '#domain/text/links.ts';
import { getGarage } from '#server/customers/account/garage.ts';
import { ButtonLink, IconButton } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { call } from '~/api.ts';
import { contextOf } from '~/context.ts';
import { privateHeaders, signedInOrLogin } from '~/features/account/private-page.ts';
import { useChange } from '~/features/account/use-change.ts';
import { fillRoom } from '~/features/favorites/merge-device.ts';
import { adoptGarage, useGarage } from '~/features/parts/garage.ts';
import { sparePartsPath } from '~/features/parts/parts-url.ts';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/garage.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  signedInOrLogin(ctx, request);
  return {
    garage: await getGarage(ctx),
    head: headOf(ctx.store, { title: 'המוסך שלי', path: '/personal-area/garage', noindex: true }),
  };
}

export default function GaragePage({ loaderData: { garage } }: Route.ComponentProps) {
  const { busy, change } = useChange();
  useEffect(() => adoptGarage(garage), [garage]);
  const onDevice = useGarage();
  const chassisOf = ({ slug, year }: GarageVehicle) =>
    onDevice.find((one) => one.slug === slug.name && one.year === year)?.chassis;
  const remove = ({ slug, year }: GarageVehicle) =>
    change(
      `${slug.name} ${year}`,
      async () => {
        await call('POST /customer/customers/remove-garage-vehicle', { body: { slug: slug.name, year } });
        await fillRoom();
      },
      'הדגם הוסר מהמוסך',
    );
  return (
    <>
      <h1 className="text-3xl font-black">המוסך שלי</h1>
      {garage.length === 0 ? (
        <Empty
          drawing="tools"
          title="המוסך עוד ריק"
          action={<ButtonLink to="/spare-parts">לבחירת הדגם שלכם</ButtonLink>}
        >
          בחרו פעם אחת את הדגם והשנה, ונראה לכם רק חלקים שמתאימים לו.
        </Empty>
      ) : (
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {garage.map((vehicle) => (
            <li key={`${vehicle.id} ${vehicle.year}`} className="relative grid gap-3 rounded-lg bg-ground-2 p-5">
              <IconButton
                label={`הסרת ${vehicle.name}${vehicle.year ? ` ${vehicle.year}` : ''} מהמוסך`}
                className="absolute end-2 top-2 z-10 text-ink-3 hover:text-danger"
                aria-busy={busy === `${vehicle.slug.name} ${vehicle.year}` || undefined}
                onClick={() => void remove(vehicle)}
              >
                <Trash2 aria-hidden className="size-5" />
              </IconButton>
              {vehicle.image ? (
                <Picture cut image={vehicle.image} alt="" sizes="320px" className="aspect-4/3 w-full object-contain" />
              ) : (
                <span className="aspect-4/3 w-full" />
              )}
              <h2 className="text-lg font-bold">
                <bdi>{vehicle.name}</bdi>{' '}
                {vehicle.year && <span className="font-normal text-ink-2">{vehicle.year}</span>}
              </h2>
              {chassisOf(vehicle) && (
                <p className="text-sm text-ink-2">
                  מספר שלדה <bdi dir="ltr">{chassisOf(vehicle)}</bdi>, במכשיר הזה בלבד
                </p>
              )}
              <div className="flex flex-wrap gap-x-5">
                <Link
                  to={sparePartsPath({
                    model: vehicle.slug.name,
                    year: vehicle.year,
                    chassis: chassisOf(vehicle) ?? null,
                  })}
                  className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
                >
                  חלקי חילוף<span className="sr-only"> של {vehicle.name}</span>
                </Link>
                {vehicle.sold && (
                  <Link
                    to={productPath(vehicle.slug.name)}
                    className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
                  >
                    לדף הדגם<span className="sr-only"> {vehicle.name}</span>
                  </Link>
                )}
              </div>
            </li>
          ))}
          <li>
            <Link
              to="/spare-parts"
              className="grid h-full min-h-32 place-content-center justify-items-center gap-2 rounded-lg border-2 border-dashed border-line-strong p-5 font-semibold transition-colors hover:bg-ground-2"
            >
              <Plus aria-hidden className="size-6" />
              הוספת דגם
            </Link>
          </li>
        </ul>
      )}
    </>
  );
}
