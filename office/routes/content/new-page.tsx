import { createPage } from '#server/office/content/pages.ts';
import { chosenStore } from '../../chosen-store.ts';
import { NewRecord } from '../../components/structure/new-record.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/new-page.ts';
import { pageFields } from './page-fields.ts';

export const loader = load((ctx, { request }: Route.LoaderArgs) => chosenStore(ctx, request, 'content.edit'));
export const action = act({ create: createPage });

export default function NewPage({ loaderData: { store, choices } }: Route.ComponentProps) {
  return (
    <NewRecord
      title="דף חדש"
      list={{ to: '/content/pages', label: 'דפי תוכן' }}
      panel="דף"
      fields={pageFields}
      submit="יצירה ופרסום"
      store={store}
      choices={choices}
    />
  );
}
