import { kindNames, licenceNames, stockPolicyNames } from '#domain/catalogue/product-names.ts';
import { TextArea } from '#ui/form/field.tsx';
import { ActionForm } from '../../../components/action-form.tsx';
import { EditedFields } from '../../../components/edited-fields.tsx';
import { Facts, Panel } from '../../../components/panel.tsx';
import type { ProductData } from '../product.tsx';

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));
const none = { value: '', label: 'לא נקבע' };
const text = (value: string | number | null): string => (value === null ? '' : String(value));

/** What every store shows of the product, apart from prices. */
export function DetailsPanel({ data: { product, brands, may } }: { data: ProductData }) {
  const values = {
    name: product.name,
    subtitle: product.subtitle,
    kind: product.kind,
    brand: text(product.brand),
    year: text(product.year),
    licenceClass: text(product.licenceClass),
    stockPolicy: product.stockPolicy,
    pollutionGroup: text(product.pollutionGroup),
    safetyLevel: text(product.safetyLevel),
    warranty: product.warranty,
    servicePlan: product.servicePlan,
    badges: product.badges.join('|'),
    videos: product.videos.join('|'),
    seoTitle: text(product.seoTitle),
    seoDescription: text(product.seoDescription),
  };
  if (!may.edit)
    return (
      <Panel title="פרטים">
        <Facts
          facts={[
            ['כתובת', <bdi key="slug">{product.slug}</bdi>],
            ['כותרת משנה', product.subtitle],
            ['מותג', brands.find(({ uuid }) => uuid === product.brand)?.name],
            ['שנת דגם', product.year],
            ['מכירה', stockPolicyNames[product.stockPolicy]],
            ['אחריות', product.warranty],
            ['תוכנית טיפולים', product.servicePlan && <bdi key="plan">{product.servicePlan}</bdi>],
          ]}
        />
      </Panel>
    );
  const wide = 'sm:col-span-2';
  return (
    <Panel title="פרטים">
      <p className="text-sm text-ink-3">
        כתובת באתר: <bdi dir="ltr">{product.slug}</bdi>
      </p>
      <ActionForm key={JSON.stringify(values)} call="edit" submit="שמירה" variant="secondary" draftable>
        {(reply) => (
          <div className="grid gap-3 sm:grid-cols-2">
            <EditedFields
              values={values}
              reply={reply}
              fields={[
                { name: 'name', label: 'שם', required: true, className: wide },
                { name: 'subtitle', label: 'כותרת משנה', className: wide },
                { name: 'kind', label: 'סוג', required: true, options: optionsOf(kindNames) },
                {
                  name: 'brand',
                  label: 'מותג',
                  options: [none, ...brands.map(({ uuid, name }) => ({ value: uuid, label: name }))],
                },
                { name: 'stockPolicy', label: 'איך נמכר', required: true, options: optionsOf(stockPolicyNames) },
                { name: 'year', label: 'שנת דגם', type: 'number' },
                { name: 'licenceClass', label: 'דרגת רישיון', options: [none, ...optionsOf(licenceNames)] },
                { name: 'pollutionGroup', label: 'דרגת זיהום אוויר', type: 'number' },
                { name: 'safetyLevel', label: 'רמת אבזור בטיחותי', type: 'number' },
                { name: 'warranty', label: 'אחריות' },
                {
                  name: 'servicePlan',
                  label: 'תוכנית טיפולים',
                  hint: 'ק״מ/חודשים לכל מרווח, למשל 1000/1|10000/12. האחרון חוזר; ‎/12 הוא פעם בשנה',
                },
                { name: 'badges', label: 'תוויות', hint: 'כמה תוויות מופרדות ב־|', className: wide },
                {
                  name: 'videos',
                  label: 'סרטונים',
                  hint: 'קישורים לסרטונים, כל אחד בשורה',
                  lines: 2,
                  show: (value) => value.replaceAll('|', '\n'),
                  className: wide,
                },
                { name: 'seoTitle', label: 'כותרת במנועי חיפוש', className: wide },
                { name: 'seoDescription', label: 'תיאור במנועי חיפוש', lines: 2, className: wide },
              ]}
            />
          </div>
        )}
      </ActionForm>
    </Panel>
  );
}

/** The rich text. */
export function DescriptionPanel({ data: { product, may } }: { data: ProductData }) {
  return (
    <Panel title="תיאור">
      {may.edit ? (
        <ActionForm key={product.description} call="describe" submit="שמירה" variant="secondary" draftable>
          <input type="hidden" name="was.description" value={product.description} />
          <TextArea
            label="תיאור"
            name="description"
            defaultValue={product.description}
            rows={10}
            hint="פסקאות, כותרות, רשימות וטבלאות ב־HTML; מה שאינו מותר באתר מוסר בשמירה"
          />
        </ActionForm>
      ) : (
        <p dir="auto" className="whitespace-pre-line">
          {product.description.replace(/<[^>]*>/g, ' ')}
        </p>
      )}
    </Panel>
  );
}
