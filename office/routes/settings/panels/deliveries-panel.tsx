import { kindNames } from '#domain/catalogue/kind-names.ts';
import { deliveryKindNames } from '#domain/orders/delivery-kinds.ts';
import { ActionForm } from '../../../components/action-form.tsx';
import { Panel } from '../../../components/panel.tsx';
import { type Field, sumTitle, type Values } from '../../../components/structure/fields.ts';
import type { SettingsData } from '../store.tsx';
import { SectionPanel } from './section-panel.tsx';

const deliveryKinds = Object.entries(deliveryKindNames).map(([value, label]) => ({ value, label }));
const free = 'מסכום זה ומעלה המשלוח חינם';

/** A price names one of the zones that stand in the same form. */
const deliveryFields = ({ delivery_zones: zones }: Values): Field[] => [
  {
    kind: 'list',
    name: 'deliveries',
    label: 'דרכי משלוח, לפי הסדר שבו הן מוצעות',
    add: 'דרך משלוח חדשה',
    title: ({ name, price }) =>
      [name, Number(price) === 0 && price !== undefined && price !== '' ? 'חינם' : sumTitle(price)]
        .filter(Boolean)
        .join(' · '),
    empty: { kind: 'COURIER', product_kinds: ['ACCESSORY', 'SPARE_PART'] },
    fields: [
      { kind: 'text', name: 'name', label: 'שם', required: true },
      { kind: 'choice', name: 'kind', label: 'סוג', required: true, options: deliveryKinds },
      { kind: 'sum', name: 'price', label: 'מחיר', hint: 'ריק או 0: חינם' },
      { kind: 'sum', name: 'free_from', label: 'חינם מסכום של', hint: free },
      { kind: 'text', name: 'days', label: 'זמן אספקה', hint: 'כמו ״2–4 ימי עסקים״' },
      { kind: 'number', name: 'max_weight', label: 'עד משקל (ק״ג)', hint: 'לסל כבד יותר הדרך הזו אינה מוצעת' },
      {
        kind: 'names',
        name: 'product_kinds',
        label: 'למה היא מתאימה',
        hint: 'בלי בחירה: לכל המוצרים',
        options: Object.entries(kindNames).map(([value, label]) => ({ value, label })),
      },
      {
        kind: 'list',
        name: 'prices',
        label: 'מחירים אחרים לפי אזור, משקל או סכום',
        hint: 'השורה הראשונה שכל התנאים שלה מתקיימים קובעת במקום המחיר הרגיל',
        add: 'מחיר חדש',
        title: ({ zone, weight_from: weight, sum_from: sum, price }) =>
          [
            optionsOf(zones).find(({ value }) => value === zone)?.label,
            weight && `מ־${String(weight)} ק״ג`,
            sumTitle(sum) && `מ־${sumTitle(sum)}`,
            sumTitle(price) && `מחיר ${sumTitle(price)}`,
          ]
            .filter(Boolean)
            .join(' · '),
        empty: {},
        fields: [
          { kind: 'choice', name: 'zone', label: 'באזור', options: optionsOf(zones) },
          { kind: 'number', name: 'weight_from', label: 'ממשקל (ק״ג)' },
          { kind: 'sum', name: 'sum_from', label: 'מסכום של' },
          { kind: 'sum', name: 'price', label: 'מחיר', required: true },
          { kind: 'sum', name: 'free_from', label: 'חינם מסכום של', hint: free },
        ],
      },
    ],
  },
  {
    kind: 'list',
    name: 'delivery_zones',
    label: 'אזורים עם מחיר משלהם',
    add: 'אזור חדש',
    title: ({ name }) => String(name ?? ''),
    empty: {},
    fields: [
      { kind: 'text', name: 'name', label: 'שם', required: true, wide: true },
      { kind: 'names', name: 'cities', label: 'יישובים' },
      { kind: 'names', name: 'postal_codes', label: 'תחילת מיקוד', hint: 'כמו 88 לאילת' },
    ],
  },
];

function optionsOf(zones: unknown) {
  const rows = Array.isArray(zones) ? (zones as Values[]) : [];
  return rows.filter(({ name }) => name).map(({ key, name }) => ({ value: String(key ?? name), label: String(name) }));
}

export function DeliveriesPanel({ data }: { data: SettingsData }) {
  const { dropped, may } = data;
  return (
    <>
      <SectionPanel title="משלוחים" section="deliveries" fields={deliveryFields} data={data} />
      {dropped.length > 0 && (
        <Panel title="כבר אינן מוצעות">
          <p className="text-ink-3">דרכים שהוסרו. הזמנות ישנות עדיין מזכירות אותן.</p>
          <ul className="grid gap-2">
            {dropped.map(({ uuid, name }) => (
              <li key={uuid} className="flex flex-wrap items-center gap-3">
                <bdi>{name}</bdi>
                {may.edit && (
                  <ActionForm call="restore" submit={`להציע שוב: ${name}`} variant="secondary">
                    <input type="hidden" name="delivery" value={uuid} />
                  </ActionForm>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
