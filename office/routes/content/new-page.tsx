import { useNavigate } from 'react-router';
import { createPage } from '#server/office/content/pages.ts';
import { chosenStore } from '../../chosen-store.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { StoreChoice } from '../../components/store-choice.tsx';
import { StructureForm } from '../../components/structure/structure-form.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/new-page.ts';
import { pageFields } from './page-fields.ts';

export const loader = load((ctx, { request }: Route.LoaderArgs) => chosenStore(ctx, request, 'content.edit'));
export const action = act({ create: createPage });

export default function NewPage({ loaderData: { store, choices } }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="עמוד חדש" back={{ to: '/content/pages', label: 'עמודי תוכן' }} />
      <StoreChoice store={store} choices={choices} />
      <Panel title="עמוד">
        <StructureForm
          key={store}
          call="create"
          submit="יצירה ופרסום"
          fields={pageFields}
          value={{}}
          store={store}
          onDone={({ result }) => navigate(`/content/pages/${(result as { uuid: string } | undefined)?.uuid ?? ''}`)}
        />
      </Panel>
    </>
  );
}
