import { kindNames, licenceNames, stockPolicyNames } from '#domain/catalogue/kind-names.ts';
import { isStoredFilm } from '#domain/catalogue/video.ts';
import { isolate } from '#domain/text/format.ts';
import { ActionForm } from '../../../components/action-form.tsx';
import { EditedFields } from '../../../components/edited-fields.tsx';
import { Facts, Panel } from '../../../components/panel.tsx';
import type { Field } from '../../../components/structure/fields.ts';
import { StructureForm } from '../../../components/structure/structure-form.tsx';
import type { ProductData } from '../product.tsx';

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));
const none = { value: '', label: 'לא נקבע' };
const text = (value: string | number | null): string => (value === null ? '' : String(value));

/** What every store shows of the product, apart from prices. */
export function DetailsPanel({ data: { product, former, brands, may } }: { data: ProductData }) {
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
    seoTitle: text(product.seoTitle),
    seoDescription: text(product.seoDescription),
    slug: product.slug,
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
      <ActionForm call="edit" submit="שמירה" variant="secondary" draftable>
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          <EditedFields
            values={values}
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
              { name: 'year', label: 'שנת דגם', numeric: true },
              { name: 'licenceClass', label: 'דרגת רישיון', options: [none, ...optionsOf(licenceNames)] },
              { name: 'pollutionGroup', label: 'דרגת זיהום אוויר', numeric: true },
              { name: 'safetyLevel', label: 'רמת אבזור בטיחותי', numeric: true },
              { name: 'warranty', label: 'אחריות' },
              {
                name: 'servicePlan',
                label: 'תוכנית טיפולים',
                ltr: true,
                hint: `ק״מ/חודשים לכל מרווח, למשל ${isolate('\u200e1000/1|10000/12')}. האחרון חוזר; ${isolate('\u200e/12')} הוא פעם בשנה`,
                className: wide,
              },
              { name: 'badges', label: 'תוויות', hint: 'כמה תוויות מופרדות ב־|', className: wide },
              { name: 'seoTitle', label: 'כותרת במנועי חיפוש', className: wide },
              { name: 'seoDescription', label: 'תיאור במנועי חיפוש', lines: 2, className: wide },
              {
                name: 'slug',
                label: 'כתובת באתר',
                required: true,
                ltr: true,
                hint: former.length
                  ? `כתובות קודמות, שמובילות לכאן: ${former.join(', ')}`
                  : 'אחרי שינוי, הכתובת הקודמת תוביל לחדשה',
                className: wide,
              },
            ]}
          />
        </div>
      </ActionForm>
    </Panel>
  );
}

const descriptionFields: Field[] = [{ kind: 'html', name: 'description', label: 'תיאור' }];

/** The rich text, in the editor of pages and posts. */
export function DescriptionPanel({ data: { product, stores, may } }: { data: ProductData }) {
  return (
    <Panel title="תיאור">
      {may.edit ? (
        <StructureForm
          call="describe"
          submit="שמירת התיאור"
          variant="secondary"
          draftable
          fields={descriptionFields}
          value={{ description: product.description }}
          store={stores[0]?.uuid ?? ''}
          entity={{ name: 'product', uuid: product.uuid }}
        />
      ) : (
        <p dir="auto" className="whitespace-pre-line">
          {product.description.replace(/<[^>]*>/g, ' ')}
        </p>
      )}
    </Panel>
  );
}

const videosFields = (product: string): Field[] => [
  {
    kind: 'list',
    name: 'videos',
    label: 'הסרטונים, לפי הסדר בדף המוצר',
    add: 'הוספת סרטון',
    title: ({ video }) => (isStoredFilm(String(video)) ? 'קובץ סרטון' : String(video ?? '')),
    empty: { video: '' },
    fields: [
      {
        kind: 'film',
        name: 'video',
        label: 'קישור לסרטון',
        required: true,
        hint: 'של YouTube, או קובץ MP4 מהמחשב, עד ⁦100MB⁩',
        sentTo: `/products/${product}/films`,
      },
    ],
  },
];

/** Films of the product: links, and files that were uploaded. */
export function VideosPanel({ data: { product, stores } }: { data: ProductData }) {
  return (
    <Panel title="סרטונים">
      <StructureForm
        call="editVideos"
        submit="שמירת הסרטונים"
        variant="secondary"
        draftable
        fields={videosFields(product.uuid)}
        value={{ videos: product.videos.map((video) => ({ video })) }}
        store={stores[0]?.uuid ?? ''}
        entity={{ name: 'product', uuid: product.uuid }}
      />
    </Panel>
  );
}
