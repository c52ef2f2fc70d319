import { isolate } from '../text/format.ts';
import { FEE_MAY_APPLY, lessFee, PARTLY_BACK, REFUND_DAYS, SETTLED_DIRECTLY } from './cancellation.ts';

/** Events of an order that its buyer is notified of. */
export const orderEvents = [
  'received',
  'accepted',
  'paid',
  'deposit_paid',
  'deposit_held',
  'payment_failed',
  'expired',
  'closed',
  'payment_link',
  'quote',
  'in_process',
  'on_the_way',
  'part_on_the_way',
  'ready',
  'provided',
  'cancelled',
  'refunded',
  'released',
  'paper_refused',
  'papers_checked',
  'tasks_open',
  'new_link',
] as const;
export type OrderEvent = (typeof orderEvents)[number];

type Facts = {
  store: string;
  number: string;
  firstName: string;
  /** What was paid, is to be paid or was refunded. */
  sum: string;
  place: string;
  /** Until when the goods are held, in words; empty where the hold doesn't expire. */
  until: string;
  /** What the order contains, with the article: `הסירה`. */
  vehicle: string;
  /** Whether that is a vehicle, which its buyer finds in the garage once it is handed over. */
  inGarage: boolean;
  /**
   * Of what was sent: the carrier and the number to follow it by, empty where there is none, and the goods in words.
   */
  parcel: { tracking: string; goods: string };
  /** Whether money was taken. */
  paid: boolean;
  /** Whether some of it has gone back already: what is kept of the rest may be a cancellation's fee. */
  partlyBack?: boolean | undefined;
  /** What was kept of it as that fee, in words, where that is known. */
  fee?: string | undefined;
  /** Whether the buyer has asked for the cancellation. */
  asked?: boolean | undefined;
  /** Whether the buyer has, or had, the goods: what was paid elsewhere isn't known here. */
  handedOver?: boolean | undefined;
  /** Whether that isn't known, as the gateway could not be asked. */
  unasked?: boolean | undefined;
  /** What the buyer does for the handover: of one that was refused the reason. */
  tasks: { titles: string[]; reason: string };
};
type Texts = { subject: string; heading: string; paragraphs: string[]; button: string; sms: string };

/** What stands for a fact in a store's own words: `{שם}`. */
const places = {
  שם: ({ firstName }: Facts) => isolate(firstName),
  הזמנה: ({ number }: Facts) => isolate(number),
  חנות: ({ store }: Facts) => isolate(store),
};
const PLACE = /\{([^{}]*)\}/g;

/** Whether each brace of the text belongs to a place that there is. */
export const hasKnownPlaces = (text: string): boolean =>
  !/[{}]/.test(text.replace(PLACE, (whole, name: string) => (Object.hasOwn(places, name) ? '' : whole)));

/**
 * A store's own words in the mails of its orders. What is true of the order (sums, dates, refunds) is the same in every
 * store.
 */
export type OrderWords = {
  /** Instead of the usual greeting. */
  greeting?: string | undefined;
  /** After everything else: who signs. */
  ending?: string | undefined;
  /** After the event's own sentences. */
  sentences?: { [event in OrderEvent]?: string | undefined } | undefined;
};

/** `orderTexts` in the store's own words. An SMS has none: it has no room for them. */
export function wordedTexts(event: OrderEvent, facts: Facts, words: OrderWords = {}): Texts {
  const texts = orderTexts(event, facts);
  const [hello = '', ...sentences] = texts.paragraphs;
  const filled = (text: string | undefined): string =>
    (text ?? '').replace(PLACE, (whole, name: string) =>
      Object.hasOwn(places, name) ? places[name as keyof typeof places](facts) : whole,
    );
  const storeParagraphs = [filled(words.sentences?.[event]), filled(words.ending)].filter(Boolean);
  return { ...texts, paragraphs: [filled(words.greeting) || hello, ...sentences, ...storeParagraphs] };
}

/** What differs between the events, in Hebrew. `order`: `הזמנה` with its number; `text` follows the greeting. */
type Words = Omit<Facts, 'firstName'> & { order: string; shop: string; tracking: string; smsTracking: string };
type EventTexts = { subject: string; heading: string; text: string; button?: string; sms: string };

const eventTexts: Record<OrderEvent, (words: Words) => EventTexts> = {
  received: ({ number, until, order }) => ({
    subject: `קיבלנו את ${order}`,
    heading: 'ההזמנה התקבלה',
    text: `${order} נרשמה אצלנו. ניצור איתכם קשר להמשך הטיפול, ועד אז לא תחויבו.${until ? ` הפריטים שמורים עבורכם עד ${until}.` : ''}`,
    sms: `הזמנה ${number} התקבלה. ניצור קשר בקרוב`,
  }),
  accepted: ({ number, order }) => ({
    subject: `${order} אושרה`,
    heading: 'ההזמנה אושרה',
    text: `${order} אושרה ועברה לטיפול. נעדכן אתכם בכל שלב עד המסירה.`,
    sms: `הזמנה ${number} אושרה ועברה לטיפול. תודה!`,
  }),
  paid: ({ number, sum, order }) => ({
    subject: `${order} שולמה`,
    heading: 'תודה, ההזמנה שולמה',
    text: `קיבלנו את התשלום עבור ${order} בסך ${sum}. נעדכן אתכם בכל שלב עד המסירה.`,
    sms: `הזמנה ${number} התקבלה ושולמה. תודה!`,
  }),
  deposit_paid: ({ number, sum, vehicle, order }) => ({
    subject: `דמי השריון עבור ${order} התקבלו`,
    heading: `דמי השריון התקבלו, ואנחנו שומרים לכם את ${vehicle}`,
    text: `קיבלנו דמי שריון בסך ${sum} עבור ${order}. את היתרה משלימים מול הסניף לפני המסירה.`,
    sms: `דמי השריון עבור הזמנה ${number} התקבלו. תודה!`,
  }),
  deposit_held: ({ number, sum, vehicle, order }) => ({
    subject: `${order} נרשמה, ודמי השריון שמורים בכרטיס`,
    heading: `אנחנו שומרים לכם את ${vehicle}`,
    text: `שמרנו בכרטיס שלכם מסגרת של ${sum} כדמי שריון עבור ${order}. עוד לא חויבתם: נחייב רק כשנאשר ש${vehicle} שלכם, ונודיע לכם על כך.`,
    sms: `הזמנה ${number} נרשמה, ודמי השריון שמורים בכרטיס`,
  }),
  payment_failed: ({ number, order }) => ({
    subject: `התשלום עבור ${order} לא עבר`,
    heading: 'התשלום לא עבר',
    text: `חברת האשראי לא אישרה את התשלום עבור ${order}, ולא חויבתם. הפריטים עדיין שמורים לכם לזמן קצר.`,
    button: 'ניסיון נוסף',
    sms: `התשלום עבור הזמנה ${number} לא עבר. אפשר לנסות שוב באתר`,
  }),
  expired: ({ number, order, unasked }) => ({
    subject: `${order} בוטלה כי לא שולמה`,
    heading: 'הזמן לתשלום עבר',
    text: unasked
      ? `לא קיבלנו אישור על תשלום עבור ${order}, ולכן הפריטים שוחררו. אם חויבתם בכל זאת, נאשר את ההזמנה או נחזיר לכם את הסכום המלא.`
      : `התשלום עבור ${order} לא הושלם, ולכן הפריטים שוחררו. לא חויבתם. אפשר להזמין שוב בכל עת.`,
    sms: `הזמנה ${number} בוטלה כי לא שולמה`,
  }),
  closed: ({ number, order }) => ({
    subject: `${order} נסגרה`,
    heading: 'ההזמנה נסגרה',
    text: `הזמן שבו הפריטים של ${order} היו שמורים עבורכם הסתיים, והיא נסגרה בלי חיוב. אפשר להזמין שוב באתר בכל עת.`,
    sms: `הזמנה ${number} נסגרה בלי חיוב. אפשר להזמין שוב`,
  }),
  payment_link: ({ number, sum, until, order }) => ({
    subject: `קישור לתשלום עבור ${order}`,
    heading: 'ההזמנה מחכה לתשלום',
    text: `הכנו לכם דף תשלום מאובטח עבור ${order} בסך ${sum}.${until ? ` הפריטים שמורים עבורכם עד ${until}.` : ''}`,
    button: 'לתשלום',
    sms: `לתשלום עבור הזמנה ${number}:`,
  }),
  quote: ({ number, sum, until, shop }) => ({
    subject: `הצעת מחיר ${isolate(number)} מ${shop}`,
    heading: 'הצעת המחיר שלכם',
    text: `הכנו לכם הצעת מחיר בסך ${sum}.${until ? ` היא בתוקף, והפריטים שמורים עבורכם, עד ${until}.` : ''} אפשר לאשר אותה ולשלם בדף מאובטח.`,
    button: 'להצעה ולתשלום',
    sms: 'הצעת המחיר שלכם מוכנה:',
  }),
  in_process: ({ number, order }) => ({
    subject: `${order} בטיפול`,
    heading: 'ההזמנה בטיפול',
    text: `התחלנו להכין את ${order}. נעדכן אתכם כשתהיה מוכנה.`,
    sms: `הזמנה ${number} בטיפול`,
  }),
  on_the_way: ({ number, place, order, tracking, smsTracking }) => ({
    subject: `${order} בדרך אליכם`,
    heading: 'ההזמנה בדרך אליכם',
    text: `${order} יצאה לדרך.${place ? ` כתובת המסירה: ${isolate(place)}.` : ''}${tracking}`,
    sms: `הזמנה ${number} בדרך אליכם${smsTracking}`,
  }),
  part_on_the_way: ({ number, parcel, order, tracking, smsTracking }) => ({
    subject: `חלק מ${order} בדרך אליכם`,
    heading: 'חלק מההזמנה בדרך אליכם',
    text: `חלק מ${order} יצא לדרך: ${isolate(parcel.goods)}.${tracking} את השאר נשלח בהמשך, ונודיע לכם על כך.`,
    sms: `חלק מהזמנה ${number} בדרך אליכם${smsTracking}`,
  }),
  ready: ({ number, place, order }) => ({
    subject: `${order} מוכנה ומחכה בסניף`,
    heading: 'ההזמנה מחכה לכם בסניף',
    text: `${order} מוכנה${place ? ` ומחכה לכם בסניף ${isolate(place)}` : ''}. מומלץ לתאם את ההגעה מראש.`,
    sms: `הזמנה ${number} מוכנה ומחכה בסניף`,
  }),
  provided: ({ number, order, shop, inGarage, vehicle }) => ({
    subject: `${order} נמסרה`,
    heading: 'ההזמנה נמסרה',
    text: `${order} נמסרה לכם. תודה שבחרתם ב${shop}.${inGarage ? ` הטיפולים, התאריכים והמסמכים של ${vehicle} נמצאים במוסך שבאזור האישי.` : ''}`,
    sms: `הזמנה ${number} נמסרה. תודה!`,
  }),
  cancelled: ({ number, paid, partlyBack, fee, asked, handedOver, unasked, order }) => ({
    subject: `${order} בוטלה`,
    heading: 'ההזמנה בוטלה',
    text: partlyBack
      ? `${order} בוטלה. ${fee ? lessFee(fee) : PARTLY_BACK}`
      : paid
        ? `${order} בוטלה. הסכום ששילמתם יוחזר לאמצעי התשלום בתוך ${REFUND_DAYS} ימים לכל היותר, ונודיע לכם על כך בנפרד.${asked ? ` ${FEE_MAY_APPLY}` : ''}`
        : unasked
          ? `${order} בוטלה. אם חויבתם בכל זאת, נחזיר לכם את הסכום המלא.`
          : handedOver
            ? `${order} בוטלה. ${SETTLED_DIRECTLY}`
            : `${order} בוטלה, ולא חויבתם.`,
    sms: `הזמנה ${number} בוטלה`,
  }),
  refunded: ({ number, sum, fee, order }) => ({
    subject: `החזר עבור ${order}`,
    heading: 'ההחזר בדרך אליכם',
    text: `החזרנו ${sum} עבור ${order} לאמצעי התשלום שבו שילמתם.${fee ? ` מהסכום ששילמתם נוכו דמי ביטול של ${fee} לפי חוק הגנת הצרכן.` : ''} הזיכוי יופיע בחשבון בתוך כמה ימי עסקים.`,
    sms: `הוחזר ${sum} עבור הזמנה ${number}`,
  }),
  released: ({ number, sum, order }) => ({
    subject: `ביטול חיוב עבור ${order}`,
    heading: 'הסכום ששמרנו שוחרר',
    text: `המסגרת ששמרנו בכרטיס שלכם עבור ${order}, ${sum}, שוחררה. לא חויבתם.`,
    sms: `שוחררו ${sum} עבור הזמנה ${number}`,
  }),
  paper_refused: ({ number, tasks, order }) => ({
    subject: `צריך לשלוח שוב: ${tasks.titles.map(isolate).join(', ')}, ${order}`,
    heading: `צריך לשלוח שוב: ${tasks.titles.join(', ')}`,
    text: `בדקנו את מה ששלחתם עבור ${order}, ועוד לא נוכל לאשר את ${tasks.titles.map((title) => `״${isolate(title)}״`).join(', ')}. הסיבה: ${isolate(tasks.reason)}`,
    button: 'לשליחה מחדש',
    sms: `בהזמנה ${number} צריך לשלוח שוב מסמך`,
  }),
  papers_checked: ({ number, order }) => ({
    subject: `המסמכים עבור ${order} אושרו`,
    heading: 'כל המסמכים אושרו',
    text: `כל מה ששלחתם עבור ${order} נבדק ואושר. אם עוד לא בחרתם מועד למסירה, אפשר לבחור בדף ההזמנה.`,
    sms: `המסמכים עבור הזמנה ${number} אושרו`,
  }),
  tasks_open: ({ number, vehicle, tasks, order }) => ({
    subject: `לפני המסירה: מה עוד חסר ב${order}`,
    heading: 'עוד מעט המסירה, ומשהו חסר',
    text: `כדי שנוכל למסור לכם את ${vehicle} במועד שבחרתם, חסר לנו עוד: ${tasks.titles.map(isolate).join(', ')}. אפשר לשלוח מהטלפון, בדף ההזמנה.`,
    button: 'להשלמת מה שחסר',
    sms: `לפני המסירה, חסרים מסמכים בהזמנה ${number}`,
  }),
  new_link: ({ number, order }) => ({
    subject: `קישור חדש אל ${order}`,
    heading: 'הקישור החדש להזמנה',
    text: `עדכנו את פרטי הקשר של ${order}. מעכשיו היא נפתחת בקישור הזה בלבד, והקישורים שנשלחו לפניו אינם פעילים עוד.`,
    sms: `קישור חדש להזמנה ${number}:`,
  }),
};

/**
 * An SMS fits one segment of 70 letters unless the store's name is long; a link takes a second one
 * (docs/rules/phones.md).
 */
export function orderTexts(event: OrderEvent, facts: Facts): Texts {
  const { store, number, firstName, parcel } = facts;
  const { text, button, sms, ...subjectAndHeading } = eventTexts[event]({
    ...facts,
    order: `הזמנה ${isolate(number)}`,
    shop: isolate(store),
    tracking: parcel.tracking ? ` למעקב: ${isolate(parcel.tracking)}.` : '',
    smsTracking: parcel.tracking ? `. למעקב: ${isolate(parcel.tracking)}` : '',
  });
  return {
    ...subjectAndHeading,
    paragraphs: [`שלום ${isolate(firstName)},`, text],
    button: button ?? 'לפרטי ההזמנה',
    sms: `${store}: ${sms}`,
  };
}
