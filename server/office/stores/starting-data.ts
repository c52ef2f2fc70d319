import type { StoreSettings } from '#contract/store-settings.ts';
import type { Environment } from '../../platform/environment.ts';
import { type BusinessKey, businessOf } from './businesses.ts';
import type { LegalPage } from './legal/facts.ts';
import { legalPages } from './legal/pages.ts';
import type { StartingPalette } from './starting-palettes.ts';

/** What a store can't begin without. */
export type NewStore = {
  name: string;
  nameEn: string;
  business: BusinessKey;
  palette: StartingPalette;
  publicDomain: string | null;
  email: string;
  phone: string;
  company: { legalName: string; companyNumber: string; address: string };
  hasBranches: boolean;
  position: number;
  today: Date;
};

const LEADS_KEPT_MONTHS = 24;

type Gateway = NonNullable<NonNullable<StoreSettings['purchase']>['provider']>;

/** The setting of each gateway's first terminal. A new store begins with the first gateway that has one. */
const TERMINAL_SETTINGS = {
  cardcom: 'CARDCOM_TERMINAL',
  payplus: 'PAYPLUS_API_KEY',
} as const satisfies Record<Exclude<Gateway, 'sandbox'>, keyof Environment>;
const gateways = Object.keys(TERMINAL_SETTINGS) as (keyof typeof TERMINAL_SETTINGS)[];
type StartingEnvironment = Pick<Environment, 'MODE' | (typeof TERMINAL_SETTINGS)[keyof typeof TERMINAL_SETTINGS]>;

const gatewayOf = (env: StartingEnvironment): Gateway =>
  env.MODE === 'live' ? (gateways.find((gateway) => env[TERMINAL_SETTINGS[gateway]]) ?? 'cardcom') : 'sandbox';

/** `store.json`, menus, widgets and pages of a new store, as an import folder has them (docs/import-format.md). */
export function startingData(store: NewStore, env: StartingEnvironment) {
  const business = businessOf(store.business);
  const { clr1, clr2, clr3 } = store.palette;
  return {
    file: {
      name: store.name,
      name_en: store.nameEn,
      status: 'under_construction',
      position: store.position,
      ...(store.publicDomain && { public_domain: store.publicDomain }),
      template_settings: { clr1, clr2, clr3 },
      seo: {
        title: `${store.name} – ${business.name}`,
        description: `${business.goods} ב־${store.name}: מחירים, מפרטים והזמנה באתר.`,
      },
      email: store.email,
      lead_email: store.email,
      purchase: { provider: gatewayOf(env) },
      leads_kept_months: LEADS_KEPT_MONTHS,
      ...(business.vehicle && { vehicle_names: [business.vehicle] }),
      ...(business.visits && { booking_words: business.visits }),
      handover: HANDOVER[business.registered],
      deliveries: [
        ...(business.kind === 'VEHICLE'
          ? [{ key: 'handover', kind: 'HANDOVER', name: 'מסירה בסניף', product_kinds: ['VEHICLE'] }]
          : []),
        { key: 'pickup', kind: 'PICKUP', name: 'איסוף עצמי מהסניף', product_kinds: ['ACCESSORY', 'SPARE_PART'] },
      ],
      home: { featured_title: 'המוצרים שלנו' },
    },
    menus: menus(store),
    widgets: widgets(store),
    pages: pages(store),
  };
}

const HANDOVER = {
  road: [
    {
      title: 'רישיון נהיגה',
      text: 'הביאו לסניף רישיון נהיגה בתוקף בדרגה שמתאימה לדגם, ותעודה מזהה.',
      staff: 'בדקו שרישיון הנהיגה בתוקף ובדרגה שמתאימה לדגם, השוו לתעודה המזהה וצרפו צילום.',
    },
    {
      title: 'רישום ורישיון רכב',
      text: 'אנחנו רושמים את כלי הרכב על שמכם ברשות הרישוי ומתקינים לוחית. נדרש ייפוי כוח חתום, ונשלח אותו אליכם.',
      staff: 'קבלו ייפוי כוח חתום, רשמו את כלי הרכב על שם הלקוח ברשות הרישוי והתקינו לוחית.',
    },
    {
      title: 'ביטוח חובה',
      text: 'לפני המסירה דרוש ביטוח חובה בתוקף. נעביר לכם את פרטי כלי הרכב להפקת התעודה.',
      staff: 'העבירו ללקוח את פרטי כלי הרכב, ודאו שביטוח החובה בתוקף וצרפו צילום.',
    },
  ],
  sea: [
    {
      title: 'תעודת משיט',
      text: 'הביאו תעודת משיט בתוקף שמתאימה לכלי השיט, ותעודה מזהה.',
      staff: 'בדקו שתעודת המשיט בתוקף ומתאימה לכלי השיט, השוו לתעודה המזהה וצרפו צילום.',
    },
    {
      title: 'רישום וביטוח',
      text: 'אנחנו רושמים את כלי השיט על שמכם ברשות הספנות. נדרשים ייפוי כוח חתום וביטוח צד שלישי בתוקף.',
      staff: 'קבלו ייפוי כוח חתום, רשמו את כלי השיט על שם הלקוח ברשות הספנות וודאו שהביטוח בתוקף.',
    },
  ],
  none: [],
};

const page = (name: string, slug: string) => ({ name, entity_type: 'CONTENT_PAGE', slug });
const link = (name: string, path: string, area_number = 1) => ({
  name,
  entity_type: 'INTERNAL_LINK',
  custom_path: path,
  area_number,
});

const menus = ({ hasBranches }: NewStore) => ({
  TOP_MENU: [
    link('כל המוצרים', 'category'),
    ...(hasBranches ? [link('סניפים', 'distributors', 2)] : []),
    link('יצירת קשר', 'contact', 2),
  ],
  SUB_FOOTER: [
    page('תקנון', 'terms'),
    page('מדיניות פרטיות', 'privacy'),
    page('ביטולים והחזרות', 'cancellation-policy'),
    // The Consumer Protection Law wants it on the main page, not within a text.
    link('ביטול עסקה', 'cancellation'),
    page('הצהרת נגישות', 'accessibility'),
    page('עוגיות', 'cookies'),
    link('מפת האתר', 'sitemap'),
  ],
  FOOTER: [
    link('האזור האישי', 'personal-area', 1),
    link('כל המוצרים', 'category', 2),
    ...(hasBranches ? [link('סניפים ושעות', 'distributors', 3)] : []),
    link('יצירת קשר', 'contact', 3),
    link('איפה ההזמנה שלי?', 'order', 3),
  ],
});

const footer = (component: string, value: string) => ({
  area: 'FOOTER',
  component,
  attributes: { value },
});

const widgets = ({ phone, company, hasBranches }: NewStore) => [
  {
    area: 'CENTER',
    component: 'benefits',
    style: 'row',
    items: [
      {
        icon: 'warranty',
        title: 'תשלום מאובטח',
        text: 'פרטי הכרטיס נקלטים בדף של חברת הסליקה, ואינם נשמרים אצלנו.',
      },
      ...(hasBranches
        ? [{ icon: 'delivery', title: 'איסוף מהסניף', text: 'מזמינים באתר ואוספים בסניף שנוח לכם, ללא תשלום.' }]
        : []),
      { icon: 'support', title: 'עונים לכם', text: 'שאלה לפני הקנייה או אחריה? התקשרו או כתבו לנו.' },
    ],
  },
  {
    area: 'CENTER',
    component: 'lead_banner',
    style: 'brand',
    attributes: {
      title: 'יש לכם שאלה?',
      text: 'השאירו פרטים ונחזור אליכם.',
      button: 'דברו איתנו',
    },
  },
  footer('customer_service_phone', phone),
  footer('address', company.address),
  footer('disclaimer', 'התמונות להמחשה בלבד. המחירים בשקלים חדשים וכוללים מע״מ. ט.ל.ח.'),
];

const pages = (store: NewStore): LegalPage[] => {
  const business = businessOf(store.business);
  return legalPages({
    store: store.name,
    legalName: store.company.legalName,
    companyNumber: store.company.companyNumber,
    postalAddress: store.company.address,
    phone: store.phone,
    email: store.email,
    goods: business.goods,
    registered: business.registered,
    hasBranches: store.hasBranches,
    leadsKeptMonths: LEADS_KEPT_MONTHS,
    today: store.today,
  });
};
