import { editDiagram, removeDiagram } from '#server/office/parts/change-diagrams.ts';
import { readDiagram } from '#server/office/parts/read-diagrams.ts';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead, ShopLink } from '../../components/page-head.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/diagram.ts';
import { DiagramEditor } from './diagram-editor.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readDiagram(ctx, { diagram: params.diagram }));
export const action = act(
  { edit: editDiagram, remove: removeDiagram },
  { leadsTo: { remove: () => '/parts/diagrams' } },
);

export default function Diagram({ loaderData: { uuid, file, names, former, shops, may } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={file.name}
        back={{ to: '/parts/diagrams', label: 'שרטוטי חלקים' }}
        actions={
          <>
            {shops.slice(0, 2).map(({ name, url }) => (
              <ShopLink key={url} to={url}>
                בחנות {name}
              </ShopLink>
            ))}
            {may.edit && (
              <ActionDialog
                label="הסרה"
                title={`הסרת השרטוט ״${file.name}״`}
                call="remove"
                submit="להסיר את השרטוט"
                danger
                draftable
              >
                <p>הדף שלו ירד מהחנויות. החלקים עצמם נשארים. אפשר להחזיר את השרטוט ביומן השינויים.</p>
              </ActionDialog>
            )}
          </>
        }
      />
      <DiagramEditor
        key={uuid}
        call="edit"
        submit="שמירה"
        file={file}
        names={names}
        former={former}
        disabled={!may.edit}
      />
    </>
  );
}
