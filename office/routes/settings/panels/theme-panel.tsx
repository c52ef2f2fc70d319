import type { CSSProperties } from 'react';
import { contrast } from '#domain/catalogue/colour.ts';
import { type ProductSection, productSections } from '#domain/catalogue/product-page/sections.ts';
import { themeOf } from '#domain/catalogue/theme.ts';
import { Badge } from '../../../components/panel.tsx';
import { type Field, isRecord, type Values } from '../../../components/structure/fields.ts';
import type { SettingsData } from '../store.tsx';
import { SectionPanel } from './section-panel.tsx';
import { choiceFields, INK, LINE, LookSample, WHITE } from './theme-choices.tsx';

const sectionNames: Record<ProductSection, string> = {
  overview: 'סקירה, תמונות וסרטון',
  configurator: 'בונים',
  safety: 'מערכות בטיחות',
  specifications: 'מפרט',
  price: 'מחיר ומימון',
  questions: 'שאלות ותשובות',
  related: 'מוצרים קשורים',
  visit: 'סניפים ומסירה',
};

const fields: Field[] = [
  {
    kind: 'group',
    name: 'template_settings',
    label: 'הצבעים והצורה',
    fields: [
      { kind: 'color', name: 'clr1', label: 'פעולה', required: true, hint: 'כפתורים וקישורים' },
      { kind: 'color', name: 'clr2', label: 'רקע כהה', required: true, hint: 'ראש הדף, תחתיתו ותמונות הפתיחה' },
      { kind: 'color', name: 'clr3', label: 'הדגשה', required: true, hint: 'תוויות ומבצעים' },
      ...choiceFields,
    ],
  },
  {
    kind: 'list',
    name: 'product_sections',
    label: 'סדר החלקים בדף המוצר',
    hint: 'החלקים שכאן באים ראשונים, והשאר אחריהם בסדר הרגיל',
    add: 'חלק נוסף',
    title: ({ section }) => sectionNames[section as ProductSection] ?? '',
    empty: {},
    fields: [
      {
        kind: 'choice',
        name: 'section',
        label: 'החלק',
        required: true,
        options: productSections.map((value) => ({ value, label: sectionNames[value] })),
      },
    ],
  },
];

const COLOUR = /^#[\da-f]{6}$/i;

type Pair = {
  label: string;
  ink: string;
  ground: string;
  /** The setting that it begins with: the page says where the shop takes another colour. */
  from?: string;
  /** What has no words is seen from 3:1 on. */
  least?: number;
};

/** Every pair of colours that a shopper reads (`domain/catalogue/theme.ts`). `null` stands for the page's white. */
const pairs: Pair[] = [
  { label: 'כיתוב על כפתור', ink: '--on-action', ground: '--action' },
  { label: 'כפתור על הדף', ink: '--action', ground: WHITE, least: 3 },
  { label: 'קישור על הדף', ink: '--action-ink', ground: WHITE, from: 'clr1' },
  { label: 'קישור על רקע כהה', ink: '--action-ink-on-dark', ground: '--dark', from: 'clr1' },
  { label: 'טקסט על רקע כהה', ink: '--on-dark', ground: '--dark' },
  { label: 'טקסט משני על רקע כהה', ink: '--on-dark-muted', ground: '--dark' },
  { label: 'כיתוב על הדגשה', ink: '--on-accent', ground: '--accent' },
  { label: 'הדגשה כטקסט על הדף', ink: '--accent-ink', ground: WHITE, from: 'clr3' },
];

export const ThemePanel = ({ data }: { data: SettingsData }) => (
  <SectionPanel title="עיצוב" section="theme" fields={fields} data={data}>
    {(values) => {
      const settings = isRecord(values.template_settings) ? values.template_settings : {};
      return (
        <>
          <ThemeCheck settings={settings} />
          <LookSample settings={settings} />
        </>
      );
    }}
  </SectionPanel>
);

/** How the shop uses the colours that the form holds now, and how well each pair reads. */
function ThemeCheck({ settings }: { settings: Values }) {
  const colours = Object.fromEntries(
    ['clr1', 'clr2', 'clr3'].map((name) => [name, String(settings[name] ?? '').toLowerCase()]),
  );
  if (!Object.values(colours).every((colour) => COLOUR.test(colour)))
    return <p className="text-ink-3">הדוגמה והניגודיות יוצגו כששלושת הצבעים יהיו מלאים.</p>;
  const theme = themeOf(colours);
  const colourOf = (name: string): string => theme[name] ?? name;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Sample theme={theme} />
      <section aria-label="ניגודיות" className="grid gap-2">
        <h3 className="text-base font-semibold">ניגודיות</h3>
        <p className="text-sm text-ink-3">
          טקסט נקרא מ־4.5 ומעלה. צבע שאינו מגיע לזה מוחלף בטקסטים בגוון שלו שמגיע, והכפתורים נשארים בצבע שבחרתם.
        </p>
        <ul className="grid gap-1.5">
          {pairs.map(({ label, ink, ground, from, least = 4.5 }) => {
            const ratio = contrast(colourOf(ink), colourOf(ground));
            const chosen = from && colours[from];
            return (
              <li key={label} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span
                  aria-hidden
                  className="grid size-9 shrink-0 place-items-center rounded-sm border border-line font-bold forced-color-adjust-none"
                  style={{ color: colourOf(ink), background: colourOf(ground) }}
                >
                  א
                </span>
                <span className="grow">{label}</span>
                <Badge tone={ratio >= least ? 'good' : 'wait'}>
                  <bdi dir="ltr">{ratio.toFixed(1)}:1</bdi>
                  {ratio < least && ' – נראה בקושי'}
                </Badge>
                {chosen && chosen !== colourOf(ink) && (
                  <span className="basis-full ps-12 text-sm text-ink-3">
                    <bdi dir="ltr">{chosen}</bdi> ⁠נקרא כאן רק ב־
                    <bdi dir="ltr">{contrast(chosen, colourOf(ground)).toFixed(1)}:1</bdi>, ולכן הטקסט הוא{' '}
                    <bdi dir="ltr">{colourOf(ink)}</bdi>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}

/** A button, a link and a card, as the shop has them. */
function Sample({ theme }: { theme: Record<string, string> }) {
  const style = (values: Record<string, string>): CSSProperties =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, theme[value] ?? value]));
  return (
    <section aria-label="דוגמה" className="overflow-hidden rounded-md border border-line forced-color-adjust-none">
      <div className="grid gap-2 p-5" style={style({ background: '--dark', color: '--on-dark' })}>
        <p className="text-lg font-bold">כך נראה ראש הדף</p>
        <p style={style({ color: '--on-dark-muted' })}>
          ושורה משנית, עם{' '}
          <span className="underline" style={style({ color: '--action-ink-on-dark' })}>
            קישור
          </span>
        </p>
      </div>
      <div className="grid gap-3 p-5" style={style({ background: WHITE, color: INK })}>
        <div className="grid gap-1 rounded-md border p-4" style={style({ borderColor: LINE })}>
          <span
            className="w-fit rounded-full px-2.5 py-0.5 text-xs font-semibold"
            style={style({ background: '--accent', color: '--on-accent' })}
          >
            מבצע
          </span>
          <p className="text-lg font-bold">שם של דגם</p>
          <p className="font-semibold" style={style({ color: '--accent-ink' })}>
            <bdi>₪49,900</bdi>
          </p>
          <p>
            <span className="underline" style={style({ color: '--action-ink' })}>
              למפרט המלא
            </span>
          </p>
        </div>
        <span
          className="w-fit rounded-md px-5 py-2.5 font-semibold"
          style={style({ background: '--action', color: '--on-action' })}
        >
          לרכישה
        </span>
      </div>
    </section>
  );
}
