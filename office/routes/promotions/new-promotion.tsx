import { createPromotion } from '#server/office/promotions/promotion.ts';
import { chosenStore } from '../../chosen-store.ts';
import { NewRecord } from '../../components/structure/new-record.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/new-promotion.ts';
import { promotionFields } from './promotion-fields.ts';

export const loader = load((ctx, { request }: Route.LoaderArgs) => chosenStore(ctx, request, 'promotions.edit'));
export const action = act({ create: createPromotion });

const EMPTY = { kind: 'PERCENT', active: true };

export default function NewPromotion({ loaderData: { store, choices } }: Route.ComponentProps) {
  return (
    <NewRecord
      title="מבצע חדש"
      list={{ to: '/promotions', label: 'מבצעים' }}
      panel="תנאים"
      fields={promotionFields}
      value={EMPTY}
      submit="יצירה"
      store={store}
      choices={choices}
    />
  );
}
