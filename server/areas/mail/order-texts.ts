import { isolate } from '#domain/format.ts';

/** What happened to an order that its buyer is told of. */
export type OrderEvent =
  | 'received'
  | 'paid'
  | 'deposit_paid'
  | 'payment_failed'
  | 'expired'
  | 'payment_link'
  | 'in_process'
  | 'on_the_way'
  | 'ready'
  | 'provided'
  | 'cancelled'
  | 'refunded'
  | 'released';

type Facts = { store: string; number: string; firstName: string; sum: string; place: string };
type Texts = { subject: string; heading: string; paragraphs: string[]; button: string; sms: string };

/** `sum`: what was paid, is to be paid or was given back. SMS fit one segment of 70 letters unless the store's name is long. */
export function orderTexts(event: OrderEvent, { store, number, firstName, sum, place }: Facts): Texts {
  const order = `הזמנה ${isolate(number)}`;
  const hello = `שלום ${isolate(firstName)},`;
  const shop = isolate(store);
  const look = 'לפרטי ההזמנה';
  switch (event) {
    case 'received':
      return {
        subject: `קיבלנו את ${order}`,
        heading: 'ההזמנה התקבלה',
        paragraphs: [hello, `${order} נרשמה אצלנו. ניצור איתכם קשר להמשך הטיפול, ועד אז לא תחויבו.`],
        button: look,
        sms: `${store}: הזמנה ${number} התקבלה. ניצור קשר בקרוב`,
      };
    case 'paid':
      return {
        subject: `${order} שולמה`,
        heading: 'תודה, ההזמנה שולמה',
        paragraphs: [hello, `קיבלנו את התשלום על ${order} בסך ${sum}. נעדכן אתכם בכל שלב עד המסירה.`],
        button: look,
        sms: `${store}: הזמנה ${number} התקבלה ושולמה. תודה!`,
      };
    case 'deposit_paid':
      return {
        subject: `המקדמה על ${order} התקבלה`,
        heading: 'המקדמה התקבלה, והכלי שמור לכם',
        paragraphs: [hello, `קיבלנו מקדמה בסך ${sum} על ${order}. את היתרה משלימים מול הסניף לפני המסירה.`],
        button: look,
        sms: `${store}: המקדמה להזמנה ${number} התקבלה. תודה!`,
      };
    case 'payment_failed':
      return {
        subject: `התשלום על ${order} לא עבר`,
        heading: 'התשלום לא עבר',
        paragraphs: [
          hello,
          `חברת האשראי לא אישרה את התשלום על ${order}, ולא חויבתם. הפריטים עדיין שמורים לכם לזמן קצר.`,
        ],
        button: 'ניסיון נוסף',
        sms: `${store}: התשלום להזמנה ${number} לא עבר. אפשר לנסות שוב באתר`,
      };
    case 'expired':
      return {
        subject: `${order} בוטלה כי לא שולמה`,
        heading: 'הזמן לתשלום עבר',
        paragraphs: [hello, `התשלום על ${order} לא הושלם, ולכן הפריטים שוחררו. לא חויבתם. אפשר להזמין שוב בכל עת.`],
        button: look,
        sms: `${store}: הזמנה ${number} בוטלה כי לא שולמה`,
      };
    case 'payment_link':
      return {
        subject: `קישור לתשלום על ${order}`,
        heading: 'ההזמנה מחכה לתשלום',
        paragraphs: [hello, `הכנו לכם עמוד תשלום מאובטח על ${order} בסך ${sum}.`],
        button: 'לתשלום',
        sms: `${store}: לתשלום על הזמנה ${number}`,
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
        paragraphs: [hello, `${order} יצאה לדרך.${place ? ` כתובת המסירה: ${isolate(place)}.` : ''}`],
        button: look,
        sms: `${store}: הזמנה ${number} בדרך אליכם`,
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
          `${order} בוטלה. אם שולם סכום כלשהו, הוא יוחזר לאמצעי התשלום שבו שילמתם, ונודיע לכם על כך בנפרד.`,
        ],
        button: look,
        sms: `${store}: הזמנה ${number} בוטלה`,
      };
    case 'refunded':
      return {
        subject: `החזר על ${order}`,
        heading: 'ההחזר בדרך אליכם',
        paragraphs: [
          hello,
          `החזרנו ${sum} על ${order} לאמצעי התשלום שבו שילמתם. הזיכוי יופיע בחשבון בתוך כמה ימי עסקים.`,
        ],
        button: look,
        sms: `${store}: הוחזר ${sum} על הזמנה ${number}`,
      };
    case 'released':
      return {
        subject: `ביטול חיוב על ${order}`,
        heading: 'הסכום ששמרנו שוחרר',
        paragraphs: [hello, `המסגרת ששמרנו בכרטיס שלכם על ${order}, ${sum}, שוחררה. לא חויבתם.`],
        button: look,
        sms: `${store}: שוחררו ${sum} על הזמנה ${number}`,
      };
  }
}
