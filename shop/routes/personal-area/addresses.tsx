import { MapPin, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { type MetaDescriptor, useRevalidator } from 'react-router';
import type { Address } from '#contract/customers/account.ts';
import { getAddresses } from '#server/customers/account/addresses.ts';
import { Button } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { useToast } from '#ui/toasts.tsx';
import { call } from '~/api.ts';
import { AddressDialog } from '~/features/account/details/address-dialog.tsx';
import { EditTabs } from '~/features/account/details/edit-tabs.tsx';
import { NoticeDialog } from '~/features/account/notice-dialog.tsx';
import { personalContext, privateHeaders, sameAgain } from '~/features/account/private-page.ts';
import { useChange } from '~/features/account/use-change.ts';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/addresses.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  const { items } = await getAddresses(ctx, { page: 1, page_size: 96 });
  return {
    addresses: items,
    head: headOf(ctx.store, { title: 'כתובות', path: '/personal-area/edit-details/addresses', noindex: true }),
  };
}

export const action = sameAgain;

export default function AddressesPage({ loaderData: { addresses } }: Route.ComponentProps) {
  const [open, setOpen] = useState<Address | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Address | null>(null);
  const { busy, change } = useChange();
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const title = useRef<HTMLHeadingElement>(null);
  const noteRemoval = useFocusAfterRemoval(addresses, title);

  async function onSaved() {
    setOpen(null);
    await revalidate();
    toast({ kind: 'success', title: 'הכתובת נשמרה' });
  }

  async function remove({ id }: Address) {
    setLeaving(null);
    await change(
      id,
      async () => {
        await call('DELETE /customer/customers/delete-customer-address/:id', { params: { id } });
        noteRemoval();
      },
      'הכתובת נמחקה',
    );
  }

  const add = (
    <Button onClick={() => setOpen('new')}>
      <Plus aria-hidden className="size-5" />
      הוספת כתובת
    </Button>
  );
  return (
    <>
      <h1 ref={title} tabIndex={-1} className="text-3xl font-black focus:outline-none">
        הפרטים שלי
      </h1>
      <EditTabs />
      {addresses.length === 0 ? (
        <Empty drawing="map" title="עוד אין כתובות" action={add}>
          כתובת ששמורה כאן תמלא את עצמה ברכישה הבאה.
        </Empty>
      ) : (
        <>
          <ul className="mt-8 grid gap-4 xl:grid-cols-2">
            {addresses.map((address) => (
              <li key={address.id} className="grid content-between gap-4 rounded-lg bg-ground-2 p-5 sm:p-6">
                <div className="flex items-start gap-3">
                  <MapPin aria-hidden strokeWidth={1.75} className="mt-1 size-5 shrink-0 text-ink-3" />
                  <div className="min-w-0">
                    <p className="font-semibold break-words">
                      <bdi>{address.line}</bdi>
                    </p>
                    {address.remarks && (
                      <p className="mt-1 text-sm break-words text-ink-2">
                        <bdi>{address.remarks}</bdi>
                      </p>
                    )}
                    {address.is_main && (
                      <p className="mt-2 inline-block rounded-sm bg-success-wash px-2 py-0.5 text-sm font-semibold text-success">
                        כתובת ראשית
                      </p>
                    )}
                  </div>
                </div>
                <div className="-ms-3 flex flex-wrap gap-1">
                  <Button
                    variant="quiet"
                    size="sm"
                    onClick={() => setOpen(address)}
                    aria-label={`עריכה: ${address.line}`}
                  >
                    עריכה
                  </Button>
                  {!address.is_main && (
                    <Button
                      variant="quiet"
                      size="sm"
                      busy={busy.includes(`main ${address.id}`)}
                      aria-label={`הפיכה לראשית: ${address.line}`}
                      onClick={() =>
                        change(
                          `main ${address.id}`,
                          () => call('POST /customer/customers/set-main-address/:id', { params: { id: address.id } }),
                          'הכתובת הראשית עודכנה',
                        )
                      }
                    >
                      הפיכה לראשית
                    </Button>
                  )}
                  <Button
                    variant="quiet"
                    size="sm"
                    busy={busy.includes(address.id)}
                    aria-label={`מחיקה: ${address.line}`}
                    onClick={() => setLeaving(address)}
                  >
                    מחיקה
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          <div className="mt-6">{add}</div>
        </>
      )}
      <AddressDialog
        address={open}
        first={addresses.length === 0}
        onClose={() => setOpen(null)}
        onSaved={() => void onSaved()}
      />
      <NoticeDialog
        notice={
          leaving && {
            title: 'למחוק את הכתובת?',
            text: (
              <p>
                <bdi>{leaving.line}</bdi>
              </p>
            ),
            action: { label: 'מחיקה', destroys: true, onPress: () => void remove(leaving) },
            other: { label: 'השארה', onPress: () => setLeaving(null) },
          }
        }
        onClose={() => setLeaving(null)}
      />
    </>
  );
}
