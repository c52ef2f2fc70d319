import { editHome, readHome } from '#server/office/content/home.ts';
import { chosenStore } from '../../chosen-store.ts';
import { PageHead, ShopLink } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { StoreChoice } from '../../components/store-choice.tsx';
import type { Field } from '../../components/structure/fields.ts';
import { HiddenLinks } from '../../components/structure/hidden-links.ts';
import { StructureForm } from '../../components/structure/structure-form.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/home.ts';
import { ContentTabs } from './content-tabs.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const { store, choices } = await chosenStore(ctx, request, 'content.read');
  return { ...(await readHome(ctx, { store })), choices };
});
export const action = act({ edit: editHome }, { says: { edit: 'דף הבית נשמר ומוצג בחנות' } });

const link: Field = { kind: 'search', wanted: 'link', name: 'link', label: 'מוביל אל', required: true };
const linkLabel: Field = { kind: 'text', name: 'link_label', label: 'על הכפתור', required: true };
const is = (...components: string[]) => ({
  when: ({ component }: Record<string, unknown>) => components.includes(String(component)),
});

const bannerNames = [
  { value: 'lead_banner', label: 'דברו איתנו' },
  { value: 'benefits', label: 'יתרונות' },
  { value: 'text_banner', label: 'טקסט עם קישור' },
];
const nameOf = (component: unknown) => bannerNames.find(({ value }) => value === component)?.label ?? '';

const fields: Field[] = [
  {
    kind: 'group',
    name: 'home',
    label: 'ראש הדף והמדורים',
    fields: [
      {
        kind: 'list',
        name: 'hero',
        label: 'שקופיות הפתיחה',
        add: 'שקופית חדשה',
        title: ({ title }) => String(title ?? ''),
        empty: {},
        fields: [
          { kind: 'text', name: 'title', label: 'כותרת', required: true },
          { kind: 'search', wanted: 'product', name: 'product', label: 'מוצר', hint: 'מחירו ותמונתו מוצגים' },
          { kind: 'long', name: 'text', label: 'טקסט' },
          link,
          linkLabel,
          { kind: 'picture', name: 'picture', label: 'תמונה', hint: 'בלעדיה מוצגת תמונת המוצר' },
        ],
      },
      { kind: 'names', name: 'categories', label: 'קטגוריות', wanted: 'collection' },
      { kind: 'text', name: 'featured_title', label: 'כותרת המוצרים הנבחרים', wide: true },
      { kind: 'names', name: 'featured', label: 'מוצרים נבחרים', wanted: 'product' },
      {
        kind: 'group',
        name: 'story',
        label: 'הסיפור',
        optional: true,
        fields: [
          { kind: 'text', name: 'title', label: 'כותרת', required: true, wide: true },
          { kind: 'long', name: 'text', label: 'טקסט', required: true },
          link,
          linkLabel,
          { kind: 'picture', name: 'picture', label: 'תמונה' },
        ],
      },
    ],
  },
  {
    kind: 'list',
    name: 'banners',
    label: 'באנרים',
    hint: 'לפי הסדר שבו הם מוצגים בדף הבית ובדפי המוצרים',
    add: 'באנר חדש',
    title: ({ component, title }) => [nameOf(component), title].filter(Boolean).join(' · '),
    empty: { component: 'text_banner', items: [] },
    fields: [
      { kind: 'choice', name: 'component', label: 'סוג', required: true, options: bannerNames },
      { kind: 'text', name: 'title', label: 'כותרת', ...is('lead_banner', 'text_banner') },
      { kind: 'long', name: 'text', label: 'טקסט', ...is('lead_banner', 'text_banner') },
      { kind: 'text', name: 'button', label: 'על הכפתור', ...is('lead_banner') },
      { ...link, required: false, ...is('text_banner') },
      { ...linkLabel, required: false, ...is('text_banner') },
      {
        kind: 'list',
        name: 'items',
        label: 'היתרונות',
        add: 'יתרון חדש',
        title: ({ title }) => String(title ?? ''),
        empty: {},
        ...is('benefits'),
        fields: [
          { kind: 'text', name: 'title', label: 'כותרת', required: true },
          { kind: 'text', name: 'icon', label: 'סמל', ltr: true },
          { kind: 'long', name: 'text', label: 'טקסט' },
        ],
      },
    ],
  },
];

export default function Home({ loaderData: { home, hidden, store, choices, may } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="דף הבית" actions={<ShopLink to={store.url}>לדף הבית בחנות</ShopLink>} />
      <ContentTabs store={store.uuid} />
      <StoreChoice store={store.uuid} choices={choices} />
      <Panel title={store.name}>
        <HiddenLinks value={hidden}>
          <StructureForm
            key={store.uuid}
            call="edit"
            submit="שמירה"
            draftable={may.edit || 'only'}
            fields={fields}
            value={home}
            store={store.uuid}
            disabled={!may.prepare}
          />
        </HiddenLinks>
      </Panel>
    </>
  );
}
