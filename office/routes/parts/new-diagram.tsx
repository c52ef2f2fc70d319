import { createDiagram } from '#server/office/parts/change-diagrams.ts';
import { chosenStore } from '../../chosen-store.ts';
import { PageHead } from '../../components/page-head.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/new-diagram.ts';
import { DiagramEditor } from './diagram-editor.tsx';
import { diagramPath } from './tabs.tsx';

/** Asks only whether the person may edit anywhere. */
export const loader = load((ctx, { request }: Route.LoaderArgs) => chosenStore(ctx, request, 'products.edit'));
export const action = act(
  { create: createDiagram },
  { leadsTo: { create: (made?: { diagram?: string }) => made?.diagram && diagramPath(made.diagram) } },
);

const none = { slug: '', name: '', media: '', position: 0, vehicles: [], callouts: [] };

export default function NewDiagram() {
  return (
    <>
      <PageHead title="שרטוט חדש" back={{ to: '/parts/diagrams', label: 'שרטוטי חלקים' }} />
      <DiagramEditor call="create" submit="יצירה" file={none} names={{}} />
    </>
  );
}
