import { ArrowUpToLine, X } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button, IconButton } from '#ui/button.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { Badge, Panel } from '../../components/panel.tsx';
import { SortableList } from '../../components/sorting/sortable-list.tsx';
import { SearchField } from '../../components/structure/search-field.tsx';
import { StoreOfForm } from '../../components/structure/store-of-form.ts';
import { useAdopted } from '../../components/use-adopted.ts';
import { Thumbnail } from '../products/product-cells.tsx';
import type { CategoryData } from './category.tsx';

type Member = CategoryData['members'][number];

/** Products that stand first in the sequence that people choose, and those that the rule brings after them. */
export function OrderPanel({ data }: { data: CategoryData }) {
  const { members, listed, listVersion, total, store, may } = data;
  const adopted = useAdopted(
    { products: listed, version: listVersion },
    { toHeld: (stored) => stored.products, toSent: (held) => held },
  );
  const { held: products, setHeld: setProducts } = adopted;
  const { revalidate } = useRevalidator();
  const [slugToAdd, setSlugToAdd] = useState('');
  const membersBySlug = new Map(members.map((one) => [one.slug, one]));
  const rest = members.filter(({ slug }) => !products.includes(slug));
  const toTop = (slug: string) => setProducts([slug, ...products.filter((one) => one !== slug)]);
  return (
    <Panel title={`מוצרים (${total})`}>
      <h3 className="text-sm font-medium text-ink-2">ראשונים, בסדר הזה</h3>
      {products.length === 0 && <p className="text-ink-3">אין. כל המוצרים לפי הסדר שלהם בחנות.</p>}
      <SortableList
        label="ראשונים בקטגוריה"
        layout="stack"
        className="sortable-stack"
        disabled={!may.edit}
        items={products.map((slug) => ({ id: slug, name: membersBySlug.get(slug)?.name ?? slug }))}
        onOrder={setProducts}
        actions={({ id, name }) =>
          may.edit && (
            <>
              <IconButton label={`לראש: ${name}`} onClick={() => toTop(id)}>
                <ArrowUpToLine aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={`הסרה מהראשונים: ${name}`}
                onClick={() => setProducts(products.filter((one) => one !== id))}
              >
                <X aria-hidden className="size-4" />
              </IconButton>
            </>
          )
        }
      >
        {({ id, name }) => <Product member={membersBySlug.get(id)} name={name} />}
      </SortableList>
      {may.edit && (
        <StoreOfForm value={store.uuid}>
          <div className="flex flex-wrap items-end gap-2">
            <div className="min-w-0 grow basis-56">
              <SearchField label="מוצר נוסף" wanted="product" value={slugToAdd} onChange={setSlugToAdd} />
            </div>
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                if (slugToAdd.trim() && !products.includes(slugToAdd.trim()))
                  setProducts([...products, slugToAdd.trim()]);
                setSlugToAdd('');
              }}
            >
              הוספה
            </Button>
          </div>
        </StoreOfForm>
      )}
      {may.edit && adopted.isDirty && (
        <ActionForm
          call="order"
          submit="שמירת הסדר"
          draftable
          onDone={(reply, sent) => adopted.done(reply, sent.getAll('products[]'))}
          onRefused={({ code }) => code === 'CHANGED_MEANWHILE' && revalidate()}
        >
          {adopted.isOther && (
            <p className="flex flex-wrap items-center gap-2 rounded-sm bg-warning-wash p-3 text-sm text-warning">
              בינתיים נשמר סדר אחר. שמירה תחליף אותו.
              <Button variant="secondary" size="sm" onClick={adopted.adopt}>
                לקבל אותו
              </Button>
            </p>
          )}
          <input type="hidden" name="version" value={adopted.isOther ? listVersion : adopted.baseline.version} />
          {products.map((slug) => (
            <input key={slug} type="hidden" name="products[]" value={slug} />
          ))}
          <p className="text-sm text-ink-3">מוצר שהוסר מהראשונים ואינו לפי הכלל יוצא מהקטגוריה.</p>
        </ActionForm>
      )}
      <h3 className="text-sm font-medium text-ink-2">אחריהם, לפי הכלל</h3>
      <ul className="grid grid-cols-1 gap-1">
        {rest.map(({ uuid, slug, name, ...row }) => (
          <li key={uuid} className="flex flex-wrap items-center gap-3">
            <Product member={{ uuid, slug, name, ...row }} name={name} />
            {may.edit && (
              <IconButton label={`לראש: ${name}`} onClick={() => toTop(slug)}>
                <ArrowUpToLine aria-hidden className="size-4" />
              </IconButton>
            )}
          </li>
        ))}
        {rest.length === 0 && <li className="text-ink-3">אין.</li>}
      </ul>
      {total > members.length && <p className="text-sm text-ink-3">מוצגים {members.length} הראשונים.</p>}
    </Panel>
  );
}

function Product({ member, name }: { member: Member | undefined; name: string }) {
  return (
    <span className="flex min-w-0 grow basis-40 items-center gap-3">
      <Thumbnail media={member?.media ?? null} />
      <bdi className="min-w-0 truncate">{name}</bdi>
      {member && !member.published && <Badge tone="wait">מוסתר</Badge>}
    </span>
  );
}
