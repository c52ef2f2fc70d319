import { useState } from 'react';
import { type OrderEvent, type OrderWords, wordedTexts } from '#domain/orders/order-texts.ts';
import { SelectField } from '#ui/form/field.tsx';
import { type Field, isRecord } from '../../../components/structure/fields.ts';
import type { SettingsData } from '../store.tsx';
import { SectionPanel } from './section-panel.tsx';

/** Events that a shop may add a sentence of its own to. */
const events: { name: OrderEvent; label: string }[] = [
  { name: 'received', label: 'ההזמנה התקבלה, בלי תשלום' },
  { name: 'paid', label: 'ההזמנה שולמה' },
  { name: 'deposit_paid', label: 'דמי השריון התקבלו' },
  { name: 'deposit_held', label: 'דמי השריון שמורים בכרטיס' },
  { name: 'accepted', label: 'ההזמנה אושרה' },
  { name: 'in_process', label: 'ההזמנה בטיפול' },
  { name: 'on_the_way', label: 'ההזמנה בדרך' },
  { name: 'ready', label: 'ההזמנה מחכה בסניף' },
  { name: 'provided', label: 'ההזמנה נמסרה' },
  { name: 'paper_refused', label: 'מסמך של הקונה נדחה' },
  { name: 'papers_checked', label: 'מסמכי הקונה אושרו' },
  { name: 'tasks_open', label: 'חסרים מסמכים לפני המסירה' },
  { name: 'quote', label: 'הצעת מחיר' },
  { name: 'cancelled', label: 'ההזמנה בוטלה' },
  { name: 'refunded', label: 'החזר' },
];

const fields: Field[] = [
  {
    kind: 'group',
    name: 'order_words',
    label: 'המילים שלכם בדוא״ל על הזמנה',
    hint: 'אפשר לשלב {שם} של הלקוח, מספר {הזמנה} ושם ה{חנות}. מה שההודעה מספרת על ההזמנה – סכומים, מועדים והחזרים – נשאר תמיד. ב־SMS אין מקום למילים נוספות',
    fields: [
      { kind: 'text', name: 'greeting', label: 'פתיחה', hint: 'במקום ״שלום {שם},״', wide: true },
      { kind: 'long', name: 'ending', label: 'סיום', hint: 'בסוף כל הודעה, כמו ״צוות {חנות}, לשירותכם״' },
      {
        kind: 'group',
        name: 'sentences',
        label: 'משפט נוסף, לפי ההודעה',
        fields: events.map(({ name, label }) => ({ kind: 'text', name, label })),
      },
    ],
  },
];

/** The store's own words in the mails of its orders, with each mail as it will read. */
export const MessagesPanel = ({ data }: { data: SettingsData }) => (
  <SectionPanel title="נוסח ההודעות" section="messages" fields={fields} data={data}>
    {({ order_words: words }) => (
      <MailPreview store={data.store.name} words={(isRecord(words) ? words : {}) as OrderWords} />
    )}
  </SectionPanel>
);

function MailPreview({ store, words }: { store: string; words: OrderWords }) {
  const [event, setEvent] = useState<OrderEvent>('paid');
  const { subject, heading, paragraphs, button, sms } = wordedTexts(
    event,
    {
      store,
      number: 'A7K2-9QXM',
      firstName: 'מאיה',
      sum: '₪1,290',
      place: 'הסניף המרכזי',
      until: '',
      inGarage: false,
      vehicle: 'המוצר',
      parcel: { tracking: '', goods: '' },
      tasks: { titles: ['רישיון נהיגה'], reason: 'הצילום מטושטש' },
      paid: true,
    },
    words,
  );
  return (
    <section aria-label="תצוגה מקדימה" className="grid gap-3">
      <div className="max-w-sm">
        <SelectField
          label="כך תיראה ההודעה"
          required
          value={event}
          onChange={({ target }) => setEvent(target.value as OrderEvent)}
        >
          {events.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="grid gap-2 rounded-md border border-line bg-ground-2 p-5">
        <p className="text-sm text-ink-3">{subject}</p>
        <p className="text-lg font-bold">{heading}</p>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
        <p>
          <span className="font-semibold text-action-ink">{button}</span>
        </p>
      </div>
      <p className="text-sm text-ink-3">
        ב־SMS: <bdi>{sms}</bdi>
      </p>
    </section>
  );
}
