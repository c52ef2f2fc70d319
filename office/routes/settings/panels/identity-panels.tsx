import { Panel } from '../../../components/panel.tsx';
import type { Field } from '../../../components/structure/fields.ts';
import { StructureForm } from '../../../components/structure/structure-form.tsx';
import { SearchPreview } from '../../content/content-tabs.tsx';
import { dayFields } from '../branch-fields.ts';
import type { SettingsData } from '../store.tsx';
import { SectionPanel } from './section-panel.tsx';

const nameFields: Field[] = [
  { kind: 'text', name: 'name', label: 'שם החנות', required: true },
  { kind: 'text', name: 'name_en', label: 'שם באנגלית', required: true, ltr: true },
  { kind: 'picture', name: 'logo', label: 'לוגו', onDark: true, hint: 'בראש כל דף. בלעדיו מוצג השם' },
  { kind: 'picture', name: 'footer_logo', label: 'לוגו בתחתית הדף', onDark: true },
  { kind: 'picture', name: 'favicon', label: 'סמל הלשונית', hint: 'ריבוע, עדיף SVG' },
  { kind: 'number', name: 'position', label: 'מקום ברשימת החנויות' },
];

const searchFields: Field[] = [
  {
    kind: 'group',
    name: 'seo',
    label: 'מנועי חיפוש ושיתוף',
    fields: [
      { kind: 'text', name: 'title', label: 'כותרת דף הבית', required: true, wide: true, hint: 'עד 60 תווים מוצגים' },
      { kind: 'long', name: 'description', label: 'תיאור דף הבית', required: true, hint: 'עד 160 תווים מוצגים' },
      { kind: 'long', name: 'share_text', label: 'טקסט לשיתוף', hint: 'כשמשתפים דף של החנות בהודעה' },
      { kind: 'text', name: 'tag_manager_id', label: 'מזהה Google Tag Manager', ltr: true, hint: 'כמו GTM-ABC123' },
      { kind: 'text', name: 'verification_code', label: 'קוד אימות של Google', ltr: true },
    ],
  },
];

const connectionFields: Field[] = [
  { kind: 'text', name: 'email', label: 'דוא״ל שירות', ltr: true, hint: 'מוצג ללקוחות, ותשובות להודעות מגיעות אליו' },
  {
    kind: 'text',
    name: 'lead_email',
    label: 'דוא״ל לפניות',
    ltr: true,
    hint: 'פניות, תורים והזמנות חדשות נשלחים אליו',
  },
  { kind: 'text', name: 'whatsapp', label: 'מספר WhatsApp', ltr: true, hint: 'דפי המוצר מובילים אליו עם הדגם שנבחר' },
  {
    kind: 'group',
    name: 'contact_hours',
    label: 'שעות מענה',
    hint: 'מתי עונים בטלפון וב־WhatsApp, כמו ⁦08:30-18:00⁩; ריק: סגור. בחגים סגור, ובערבי חג השעות של יום שישי. בלי שעות הדפים אינם אומרים אם עונים עכשיו',
    fields: dayFields,
  },
  { kind: 'text', name: 'sms_sender', label: 'שולח ה־SMS', ltr: true, hint: 'כפי שנרשם אצל ספק ההודעות' },
  {
    kind: 'number',
    name: 'leads_kept_months',
    label: 'חודשים של שמירת פניות',
    hint: 'אחריהם פניות ותורים נמחקים, כמו שדף הפרטיות מבטיח. ריק: נשמרים',
  },
  { kind: 'text', name: 'public_domain', label: 'כתובת האתר', ltr: true, hint: 'כמו www.example.co.il, בלי https' },
  {
    kind: 'group',
    name: 'social',
    label: 'כניסה בחשבון של אחרים',
    hint: 'המזהים של האתר אצלם. בלי מזהה, הכניסה הזו אינה מוצעת',
    fields: [
      { kind: 'text', name: 'google', label: 'Google', ltr: true },
      { kind: 'text', name: 'facebook', label: 'Facebook', ltr: true },
    ],
  },
  {
    kind: 'names',
    name: 'frame_hosts',
    label: 'אתרים שמותר להציג בתוך הדפים',
    hint: 'של סרטונים ותצוגות, כמו player.vimeo.com',
  },
];

const contactFields: Field[] = [
  { kind: 'text', name: 'sale_phone', label: 'טלפון מכירות', ltr: true },
  { kind: 'text', name: 'customer_service_phone', label: 'טלפון שירות לקוחות', ltr: true },
  { kind: 'text', name: 'activity_time', label: 'שעות פעילות', wide: true },
  { kind: 'text', name: 'address', label: 'כתובת', wide: true },
  { kind: 'text', name: 'facebook_url', label: 'Facebook', ltr: true, wide: true },
  { kind: 'text', name: 'instegram_url', label: 'Instagram', ltr: true, wide: true },
  { kind: 'text', name: 'youtube_url', label: 'YouTube', ltr: true, wide: true },
  { kind: 'long', name: 'disclaimer', label: 'האותיות הקטנות' },
];

const part = (fields: Field[]) => ({ section: 'identity' as const, fields, names: fields.map(({ name }) => name) });

/** What the store is called, how it looks from outside, and how it is reached. */
export function IdentityPanels({ data }: { data: SettingsData }) {
  const { store, contact, may } = data;
  return (
    <>
      <SectionPanel {...part(nameFields)} title="שם ולוגו" data={data} />
      <SectionPanel {...part(searchFields)} title="חיפוש ושיתוף" data={data}>
        {({ seo }) => {
          const { title, description } = (seo ?? {}) as Record<string, unknown>;
          return (
            <SearchPreview
              title={String(title ?? '')}
              description={String(description ?? '')}
              url={store.url}
              path="/"
            />
          );
        }}
      </SectionPanel>
      <SectionPanel {...part(connectionFields)} title="דוא״ל וחיבורים" data={data} />
      <Panel title="פרטי קשר בתחתית כל דף">
        <StructureForm
          call="contact"
          submit="שמירה: פרטי קשר"
          draftable
          fields={contactFields}
          value={contact}
          store={store.uuid}
          disabled={!may.edit}
        />
      </Panel>
    </>
  );
}
