import { X } from 'lucide-react';
import { useState } from 'react';
import type { FieldConflict } from '#server/office/edited-fields.ts';
import { IconButton } from '#ui/button.tsx';
import { Panel } from '../../../components/panel.tsx';
import { ListConflicts } from '../../../components/rows/rows-form.tsx';
import { SortableList } from '../../../components/sorting/sortable-list.tsx';
import { StoredForm } from '../../../components/stored-form.tsx';
import type { ActionReply } from '../../../load.ts';
import { PartSearch } from '../../parts/part-search.tsx';
import type { ProductData } from '../product.tsx';

type Related = { slug: string; name: string };
const kinds = {
  UPSELL: { title: 'תוספות לקנייה', search: 'תוספת: שם או מק״ט' },
  RELATED: { title: 'מוצרים דומים', search: 'מוצר דומה: שם או מק״ט' },
};
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

/** What is offered beside the product, found by name or SKU and put in a sequence. */
export function RelationsPanel({ data }: { data: ProductData }) {
  const { rows, version } = data.lists.relations;
  const of = (kind: Kind): Related[] =>
    rows.filter((row) => row.kind === kind).map(({ related = '', name = '' }) => ({ slug: related, name }));
  const savedRelations = { UPSELL: of('UPSELL'), RELATED: of('RELATED') };
  return (
    <Panel title="מוצרים קשורים">
      {data.may.edit ? (
        <StoredForm stored={version} call="relations" submit="שמירת הקשורים" variant="secondary" draftable>
          {(reply, initial) => <Lists own={data.product.slug} saved={savedRelations} version={initial} reply={reply} />}
        </StoredForm>
      ) : (
        kindNames.map((kind) => (
          <section key={kind}>
            <h3 className="text-sm font-medium text-ink-2">{kinds[kind].title}</h3>
            <p>
              <bdi>{savedRelations[kind].map(({ name }) => name).join(' · ') || 'אין.'}</bdi>
            </p>
          </section>
        ))
      )}
    </Panel>
  );
}

type ListsProps = { own: string; saved: Record<Kind, Related[]>; version: string; reply: ActionReply | undefined };

function Lists({ own, saved, version, reply }: ListsProps) {
  const [chosenProducts, setChosenProducts] = useState(saved);
  const details =
    reply?.ok === false ? (reply.details as { conflicts?: FieldConflict[]; version?: string }) : undefined;
  const put = (kind: Kind, list: Related[]) => setChosenProducts((before) => ({ ...before, [kind]: list }));
  const rows = kindNames.flatMap((kind) => chosenProducts[kind].map(({ slug }) => ({ kind, slug })));
  return (
    <>
      <input type="hidden" name="version" value={details?.version ?? version} />
      {rows.map(({ kind, slug }, at) => (
        <span key={`${kind} ${slug}`} hidden>
          <input type="hidden" name={`rows[${at}].related`} value={slug} />
          <input type="hidden" name={`rows[${at}].kind`} value={kind} />
        </span>
      ))}
      <ListConflicts conflicts={details?.conflicts} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {kindNames.map((kind) => (
          <section key={kind} className="grid grid-cols-1 gap-2">
            <h3 className="text-sm font-medium text-ink-2">{kinds[kind].title}</h3>
            {chosenProducts[kind].length === 0 && <p className="text-ink-3">אין עדיין.</p>}
            <SortableList
              label={kinds[kind].title}
              layout="stack"
              className="sortable-stack"
              items={chosenProducts[kind].map(({ slug, name }) => ({ id: slug, name }))}
              onOrder={(ids) =>
                put(
                  kind,
                  ids.flatMap((id) => chosenProducts[kind].find(({ slug }) => slug === id) ?? []),
                )
              }
              actions={({ id, name }) => (
                <IconButton
                  label={`הסרה: ${name}`}
                  onClick={() =>
                    put(
                      kind,
                      chosenProducts[kind].filter(({ slug }) => slug !== id),
                    )
                  }
                >
                  <X aria-hidden className="size-4" />
                </IconButton>
              )}
            >
              {({ name }) => (
                <span className="min-w-0 grow basis-40">
                  <bdi>{name}</bdi>
                </span>
              )}
            </SortableList>
            <PartSearch
              label={kinds[kind].search}
              kind="any"
              onChoose={(product) => {
                if (product && product.slug !== own && !chosenProducts[kind].some(({ slug }) => slug === product.slug))
                  put(kind, [...chosenProducts[kind], product]);
              }}
            />
          </section>
        ))}
      </div>
    </>
  );
}
