import { toShekels } from '../money/money.ts';
import { formatExactPrice } from '../text/format.ts';

// Reasons that the code writes to an order's history or its payments, with their Hebrew for staff. People type their
// own (`neededReason` of server/office/inputs.ts).

/** Of an order that the clock ended; its link then says ‘expired’, not ‘cancelled’. */
export const NOT_PAID_IN_TIME = 'not paid in time';

/** Fixed texts. An empty translation shows no reason. */
const reasons: Record<string, string> = {
  [NOT_PAID_IN_TIME]: 'לא שולמה בזמן',
  'given up for another order': 'הלקוח ויתר עליה',
  'tries again': 'ניסיון נוסף',
  'review closed': 'הבירור נסגר',
  'asked for': '',
  'sent by the form on the site': '',
  declined: 'הכרטיס נדחה',
  cancelled: 'דף התשלום נסגר',
  'paid twice': 'שולמה פעמיים',
  'paid after its person was erased': 'שולמה אחרי מחיקת פרטי הלקוח',
  'paid after it was cancelled': 'שולמה אחרי שבוטלה',
  'paid after all of it went back': 'שולמה אחרי שכל הפריטים הוחזרו',
  'paid after the hold had ended, and the goods are gone': 'שולמה אחרי שהפריטים שוחררו, והם כבר אינם במלאי',
  'paid after its used vehicle was credited in another order': 'שולמה אחרי שהרכב המשומש כבר זוכה בהזמנה אחרת',
  'the gateway only held the sum': 'חברת האשראי רק תפסה מסגרת',
  'the gateway charged what was only to be held': 'חברת האשראי חייבה במקום לתפוס מסגרת',
  'the order was changed since the page was opened, and another sum is due':
    'ההזמנה השתנתה אחרי שדף התשלום נפתח, והסכום לתשלום אחר',
  'the answer does not fit the page': 'התשובה של חברת האשראי אינה מתאימה לדף התשלום',
  'the gateway names another payment': 'חברת האשראי מזכירה תשלום אחר',
  'the gateway answered for another page': 'התשובה של חברת האשראי היא על דף תשלום אחר',
  'the transaction has no number': 'לעסקה אין מספר',
  'the transaction may be a refund': 'ייתכן שהעסקה היא זיכוי',
  'the card was only checked': 'הכרטיס רק נבדק ולא חויב',
  'the page has a token but no transaction': 'יש אסימון לכרטיס, אבל אין עסקה',
  'the gateway’s books show no refund': 'בספרים של חברת האשראי אין זיכוי',
  'no outcome was recorded: the gateway may have carried it out':
    'התוצאה לא נרשמה, וייתכן שחברת האשראי ביצעה את הזיכוי',
};

/** Texts that quote a value of the gateway. */
const patterns: [pattern: RegExp, inWords: (...quoted: string[]) => string][] = [
  [
    /^the gateway took (\d+) agorot instead of (\d+)$/,
    (took, due) => `חויבו ${inShekels(took)} במקום ${inShekels(due)}`,
  ],
  [/^the gateway took (.*)$/, (currency) => `החיוב נעשה במטבע אחר: ${currency}`],
  [
    /^the code is (.*), but the answer (.*)$/,
    (code, answer) => `הקוד והתשובה של חברת האשראי סותרים זה את זה: ${code}, ${answer}`,
  ],
  [/^the transaction is a (.*)$/, (type) => `העסקה אינה חיוב או תפיסת מסגרת: ${type}`],
  [
    /^the transaction succeeded, but the page's code is (.*)$/,
    (code) => `העסקה הצליחה, אבל הקוד של דף התשלום הוא ${code}`,
  ],
  [/^the terminal is (.*)$/, (terminal) => `התשובה היא של מסוף אחר: ${terminal}`],
];

/** A reason in Hebrew. One that a person typed, or without a translation here, is returned unchanged. */
export function reasonInWords(reason: string): string {
  for (const [pattern, inWords] of patterns) {
    const match = pattern.exec(reason);
    if (match) return inWords(...match.slice(1));
  }
  return reasons[reason] ?? reason;
}

const inShekels = (agorot: string): string => formatExactPrice(toShekels(Number(agorot)));
