import { toShekels } from '../money/money.ts';
import { formatExactPrice } from '../text/format.ts';

/** Why the shop itself did something to an order or its payment, as the code keeps it, in the words of staff. */
const reasons: Record<string, string> = {
  'not paid in time': 'לא שולמה בזמן',
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
  'paid after the hold had ended, and the goods are gone': 'שולמה אחרי שהפריטים שוחררו, והם כבר אינם במלאי',
  'the gateway only held the sum': 'חברת האשראי רק תפסה מסגרת',
  'the gateway charged what was only to be held': 'חברת האשראי חייבה במקום לתפוס מסגרת',
  'the order was changed since the page was opened, and another sum is due':
    'ההזמנה השתנתה אחרי שדף התשלום נפתח, והסכום לתשלום אחר',
  'the answer does not fit the page': 'התשובה של חברת האשראי אינה מתאימה לדף התשלום',
  'the gateway names another payment': 'חברת האשראי מזכירה תשלום אחר',
  'the page has a token but no transaction': 'יש אסימון לכרטיס, אבל אין עסקה',
  'the gateway’s books show no refund': 'בספרים של חברת האשראי אין זיכוי',
};

const AMOUNTS = /^the gateway took (\d+) agorot instead of (\d+)$/;

/** What people have written, and what has no words here, stays as it is. */
export function reasonInWords(reason: string): string {
  const [, took, due] = AMOUNTS.exec(reason) ?? [];
  if (took && due) return `חויבו ${inShekels(took)} במקום ${inShekels(due)}`;
  return reasons[reason] ?? reason;
}

const inShekels = (agorot: string): string => formatExactPrice(toShekels(Number(agorot)));
