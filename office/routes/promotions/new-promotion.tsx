import { useNavigate } from 'react-router';
import { createPromotion } from '#server/office/promotions/promotion.ts';
import { chosenStore } from '../../chosen-store.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { StoreChoice } from '../../components/store-choice.tsx';
import { StructureForm } from '../../components/structure/structure-form.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/new-promotion.ts';
import { promotionFields } from './promotion-fields.ts';

export const loader = load((ctx, { request }: Route.LoaderArgs) => chosenStore(ctx, request, 'promotions.edit'));
export const action = act({ create: createPromotion });

const EMPTY = { kind: 'PERCENT', active: true };

export default function NewPromotion({ loaderData: { store, choices } }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="מבצע חדש" back={{ to: '/promotions', label: 'מבצעים' }} />
      <StoreChoice store={store} choices={choices} />
      <Panel title="תנאים">
        <StructureForm
          key={store}
          call="create"
          submit="יצירה"
          fields={promotionFields}
          value={EMPTY}
          store={store}
          onDone={({ result }) => navigate(`/promotions/${(result as { uuid: string } | undefined)?.uuid ?? ''}`)}
        />
      </Panel>
    </>
  );
}
