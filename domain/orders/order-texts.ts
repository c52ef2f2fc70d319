import { isolate } from '../text/format.ts';

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
  /** Of what was sent: the carrier and the number to follow it by, empty where there is none, and the goods in words. */
  parcel: { tracking: string; goods: string };
  /** Whether money was taken. */
  paid: boolean;
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

/** A store's own words in the mails of its orders. What is true of the order (sums, dates, refunds) is the same in every store. */
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
  const own = [filled(words.sentences?.[event]), filled(words.ending)].filter(Boolean);
  return { ...texts, paragraphs: [filled(words.greeting) || hello, ...sentences, ...own] };
}

/**
 * An SMS fits one segment of 70 letters unless the store's name is long; a link takes a second one
 * (docs/rules/phones.md).
 */
export function orderTexts(event: OrderEvent, facts: Facts): Texts {
  const { store, number, firstName, sum, place, until, paid, vehicle, parcel, tasks } = facts;
  const tracking = parcel.tracking ? ` למעקב: ${isolate(parcel.tracking)}.` : '';
  const smsTracking = parcel.tracking ? `. למעקב: ${parcel.tracking}` : '';
  const order = `הזמנה ${isolate(number)}`;
  const hello = `שלום ${isolate(firstName)},`;
  const shop = isolate(store);
  const look = 'לפרטי ההזמנה';
  switch (event) {
    case 'received':
      return {
        subject: `קיבלנו את ${order}`,
        heading: 'ההזמנה התקבלה',
        paragraphs: [
          hello,
          `${order} נרשמה אצלנו. ניצור איתכם קשר להמשך הטיפול, ועד אז לא תחויבו.${until ? ` הפריטים שמורים עבורכם עד ${until}.` : ''}`,
        ],
        button: look,
        sms: `${store}: הזמנה ${number} התקבלה. ניצור קשר בקרוב`,
      };
    case 'accepted':
      return {
        subject: `${order} אושרה`,
        heading: 'ההזמנה אושרה',
        paragraphs: [hello, `${order} אושרה ועברה לטיפול. נעדכן אתכם בכל שלב עד המסירה.`],
        button: look,
        sms: `${store}: הזמנה ${number} אושרה ועברה לטיפול. תודה!`,
      };
    case 'paid':
      return {
        subject: `${order} שולמה`,
        heading: 'תודה, ההזמנה שולמה',
        paragraphs: [hello, `קיבלנו את התשלום עבור ${order} בסך ${sum}. נעדכן אתכם בכל שלב עד המסירה.`],
        button: look,
        sms: `${store}: הזמנה ${number} התקבלה ושולמה. תודה!`,
      };
    case 'deposit_paid':
      return {
        subject: `דמי השריון עבור ${order} התקבלו`,
        heading: `דמי השריון התקבלו, ואנחנו שומרים לכם את ${vehicle}`,
        paragraphs: [hello, `קיבלנו דמי שריון בסך ${sum} עבור ${order}. את היתרה משלימים מול הסניף לפני המסירה.`],
        button: look,
        sms: `${store}: דמי השריון עבור הזמנה ${number} התקבלו. תודה!`,
      };
    case 'deposit_held':
      return {
        subject: `${order} נרשמה, ודמי השריון שמורים בכרטיס`,
        heading: `אנחנו שומרים לכם את ${vehicle}`,
        paragraphs: [
          hello,
          `שמרנו בכרטיס שלכם מסגרת של ${sum} כדמי שריון עבור ${order}. עוד לא חויבתם: נחייב רק כשנאשר ש${vehicle} שלכם, ונודיע לכם על כך.`,
        ],
        button: look,
        sms: `${store}: הזמנה ${number} נרשמה, ודמי השריון שמורים בכרטיס`,
      };
    case 'payment_failed':
      return {
        subject: `התשלום עבור ${order} לא עבר`,
        heading: 'התשלום לא עבר',
        paragraphs: [
          hello,
          `חברת האשראי לא אישרה את התשלום עבור ${order}, ולא חויבתם. הפריטים עדיין שמורים לכם לזמן קצר.`,
        ],
        button: 'ניסיון נוסף',
        sms: `${store}: התשלום עבור הזמנה ${number} לא עבר. אפשר לנסות שוב באתר`,
      };
    case 'expired':
      return {
        subject: `${order} בוטלה כי לא שולמה`,
        heading: 'הזמן לתשלום עבר',
        paragraphs: [hello, `התשלום עבור ${order} לא הושלם, ולכן הפריטים שוחררו. לא חויבתם. אפשר להזמין שוב בכל עת.`],
        button: look,
        sms: `${store}: הזמנה ${number} בוטלה כי לא שולמה`,
      };
    case 'closed':
      return {
        subject: `${order} נסגרה`,
        heading: 'ההזמנה נסגרה',
        paragraphs: [
          hello,
          `הזמן שבו הפריטים של ${order} היו שמורים עבורכם הסתיים, והיא נסגרה בלי חיוב. אפשר להזמין שוב באתר בכל עת.`,
        ],
        button: look,
        sms: `${store}: הזמנה ${number} נסגרה בלי חיוב. אפשר להזמין שוב`,
      };
    case 'payment_link':
      return {
        subject: `קישור לתשלום עבור ${order}`,
        heading: 'ההזמנה מחכה לתשלום',
        paragraphs: [
          hello,
          `הכנו לכם דף תשלום מאובטח עבור ${order} בסך ${sum}.${until ? ` הפריטים שמורים עבורכם עד ${until}.` : ''}`,
        ],
        button: 'לתשלום',
        sms: `${store}: לתשלום עבור הזמנה ${number}:`,
      };
    case 'quote':
      return {
        subject: `הצעת מחיר ${isolate(number)} מ${shop}`,
        heading: 'הצעת המחיר שלכם',
        paragraphs: [
          hello,
          `הכנו לכם הצעת מחיר בסך ${sum}.${until ? ` היא בתוקף, והפריטים שמורים עבורכם, עד ${until}.` : ''} אפשר לאשר אותה ולשלם בדף מאובטח.`,
        ],
        button: 'להצעה ולתשלום',
        sms: `${store}: הצעת המחיר שלכם מוכנה:`,
      };
    case 'in_process':
      return {
        subject: `${order} בטיפול`,
        heading: 'ההזמנה בטיפול',
        paragraphs: [hello, `התחלנו להכין את ${order}. נעדכן אתכם כשתהיה מוכנה.`],
        button: look,
        sms: `${store}: הזמנה ${number} בטיפול`,
      };
    case 'on_the_way':
      return {
        subject: `${order} בדרך אליכם`,
        heading: 'ההזמנה בדרך אליכם',
        paragraphs: [hello, `${order} יצאה לדרך.${place ? ` כתובת המסירה: ${isolate(place)}.` : ''}${tracking}`],
        button: look,
        sms: `${store}: הזמנה ${number} בדרך אליכם${smsTracking}`,
      };
    case 'part_on_the_way':
      return {
        subject: `חלק מ${order} בדרך אליכם`,
        heading: 'חלק מההזמנה בדרך אליכם',
        paragraphs: [
          hello,
          `חלק מ${order} יצא לדרך: ${isolate(parcel.goods)}.${tracking} את השאר נשלח בהמשך, ונודיע לכם על כך.`,
        ],
        button: look,
        sms: `${store}: חלק מהזמנה ${number} בדרך אליכם${smsTracking}`,
      };
    case 'ready':
      return {
        subject: `${order} מוכנה ומחכה בסניף`,
        heading: 'ההזמנה מחכה לכם בסניף',
        paragraphs: [
          hello,
          `${order} מוכנה${place ? ` ומחכה לכם בסניף ${isolate(place)}` : ''}. מומלץ לתאם את ההגעה מראש.`,
        ],
        button: look,
        sms: `${store}: הזמנה ${number} מוכנה ומחכה בסניף`,
      };
    case 'provided':
      return {
        subject: `${order} נמסרה`,
        heading: 'ההזמנה נמסרה',
        paragraphs: [hello, `${order} נמסרה לכם. תודה שבחרתם ב${shop}, ונסיעה טובה.`],
        button: look,
        sms: `${store}: הזמנה ${number} נמסרה. תודה!`,
      };
    case 'cancelled':
      return {
        subject: `${order} בוטלה`,
        heading: 'ההזמנה בוטלה',
        paragraphs: [
          hello,
          paid
            ? `${order} בוטלה. הסכום ששילמתם יוחזר לאמצעי התשלום בתוך 14 ימים לכל היותר, ונודיע לכם על כך בנפרד.`
            : `${order} בוטלה, ולא חויבתם.`,
        ],
        button: look,
        sms: `${store}: הזמנה ${number} בוטלה`,
      };
    case 'refunded':
      return {
        subject: `החזר עבור ${order}`,
        heading: 'ההחזר בדרך אליכם',
        paragraphs: [
          hello,
          `החזרנו ${sum} עבור ${order} לאמצעי התשלום שבו שילמתם. הזיכוי יופיע בחשבון בתוך כמה ימי עסקים.`,
        ],
        button: look,
        sms: `${store}: הוחזר ${sum} עבור הזמנה ${number}`,
      };
    case 'released':
      return {
        subject: `ביטול חיוב עבור ${order}`,
        heading: 'הסכום ששמרנו שוחרר',
        paragraphs: [hello, `המסגרת ששמרנו בכרטיס שלכם עבור ${order}, ${sum}, שוחררה. לא חויבתם.`],
        button: look,
        sms: `${store}: שוחררו ${sum} עבור הזמנה ${number}`,
      };
    case 'paper_refused':
      return {
        subject: `צריך לשלוח שוב: ${tasks.titles.map(isolate).join(', ')}, ${order}`,
        heading: `צריך לשלוח שוב: ${tasks.titles.join(', ')}`,
        paragraphs: [
          hello,
          `בדקנו את מה ששלחתם עבור ${order}, ועוד לא נוכל לאשר את ${tasks.titles.map((title) => `״${isolate(title)}״`).join(', ')}. הסיבה: ${isolate(tasks.reason)}`,
        ],
        button: 'לשליחה מחדש',
        sms: `${store}: בהזמנה ${number} צריך לשלוח שוב מסמך`,
      };
    case 'papers_checked':
      return {
        subject: `המסמכים עבור ${order} אושרו`,
        heading: 'כל המסמכים אושרו',
        paragraphs: [
          hello,
          `כל מה ששלחתם עבור ${order} נבדק ואושר. אם עוד לא בחרתם מועד למסירה, אפשר לבחור בדף ההזמנה.`,
        ],
        button: look,
        sms: `${store}: המסמכים עבור הזמנה ${number} אושרו`,
      };
    case 'tasks_open':
      return {
        subject: `לפני המסירה: מה עוד חסר ב${order}`,
        heading: 'עוד מעט המסירה, ומשהו חסר',
        paragraphs: [
          hello,
          `כדי שנוכל למסור לכם את ${vehicle} במועד שבחרתם, חסר לנו עוד: ${tasks.titles.map(isolate).join(', ')}. אפשר לשלוח מהטלפון, בדף ההזמנה.`,
        ],
        button: 'להשלמת מה שחסר',
        sms: `${store}: לפני המסירה, חסרים מסמכים בהזמנה ${number}`,
      };
  }
}
