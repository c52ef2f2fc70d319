import type { ErrorReply } from '#contract/common.ts';
import { isUnavailable } from '#db/unavailable.ts';

/** Every refusal of the product: status and the shopper's message. */
const catalogue = {
  BAD_REQUEST: [400, 'הבקשה אינה תקינה'],
  WRONG_STORE: [400, 'הבקשה שייכת לחנות אחרת'],
  UNAUTHORIZED: [401, 'יש להתחבר כדי להמשיך'],
  FORBIDDEN: [403, 'אין לכם הרשאה לפעולה הזו'],
  FORBIDDEN_ORIGIN: [403, 'הבקשה הגיעה מאתר אחר ולא בוצעה'],
  NOT_FOUND: [404, 'לא נמצא'],
  STORE_NOT_FOUND: [404, 'לא נמצאה חנות שמתאימה לכתובת הזו'],
  ORDER_NOT_FOUND: [404, 'ההזמנה לא נמצאה'],
  CONFLICT: [409, 'הפעולה כבר מתבצעת. אפשר לנסות שוב בעוד רגע'],
  CHANGED_MEANWHILE: [409, 'מישהו שינה את הפרטים בינתיים. בדקו את ההבדלים ושמרו שוב'],
  NOT_POSSIBLE: [422, 'הפעולה אינה אפשרית במצב הנוכחי'],
  ORDER_OPEN: [409, 'יש לכם הזמנה שמחכה לתשלום. אפשר לשלם עליה, או לוותר עליה ואז להזמין מחדש'],
  PAYLOAD_TOO_LARGE: [413, 'הקובץ או הבקשה גדולים מדי'],
  CART_CHANGED: [422, 'הסכום לתשלום השתנה. בדקו את הסיכום המעודכן ואשרו שוב'],
  DELIVERY_REQUIRED: [422, 'בחרו שיטת משלוח'],
  ADDRESS_REQUIRED: [422, 'הזינו כתובת למשלוח'],
  BRANCH_REQUIRED: [422, 'בחרו סניף'],
  BOOKING_PAST: [422, 'המועד שנבחר כבר עבר. בחרו מועד אחר'],
  BOOKING_TOO_SOON: [422, 'אפשר לקבוע תור עד שעתיים לפני המועד. בחרו מועד מאוחר יותר, או התקשרו לסניף'],
  BOOKING_TOO_FAR: [422, 'אפשר לקבוע תור עד 30 ימים מראש'],
  BOOKING_CLOSED: [422, 'הסניף סגור ביום שנבחר'],
  BOOKING_OUTSIDE_HOURS: [422, 'בשעה שנבחרה הסניף אינו מקבל. בחרו אחת מהשעות שברשימה'],
  BOOKING_CLOCK_CHANGE: [422, 'בשעה שנבחרה מוזז השעון, ואי אפשר לקבוע בה תור. בחרו שעה אחרת'],
  BOOKING_SERVICE: [422, 'הסניף אינו נותן את השירות הזה. בחרו סניף אחר'],
  BOOKINGS_FULL: [422, 'יש כבר שלושה תורים למספר הטלפון הזה. בטלו אחד מהם, או התקשרו לסניף'],
  BOOKING_OVER: [422, 'התור כבר עבר, ואי אפשר לבטל אותו'],
  BOOKING_NOT_MOVABLE: [422, 'התור כבר עבר או בוטל, ואי אפשר לשנות את המועד. אפשר לקבוע תור חדש'],
  BOOKING_MOVES_USED_UP: [422, 'המועד כבר שונה שלוש פעמים. לשינוי נוסף התקשרו לסניף, או בטלו וקבעו תור חדש'],
  BOOKING_EXISTS: [409, 'יש כבר תור למספר הטלפון הזה בשעה שנבחרה. פרטי התור נשלחו אליכם כשנקבע'],
  SLOT_TAKEN: [409, 'המועד נתפס זה עתה. בחרו מועד אחר'],
  CONTACT_REQUIRED: [422, 'הזינו דוא״ל או מספר טלפון נייד'],
  IN_STOCK: [422, 'הגרסה הזו זמינה עכשיו, ואפשר להזמין אותה'],
  ALERTS_STOPPED: [
    422,
    'לכאן ביקשו לא לשלוח עדכוני מלאי. כדי לבקש אותם שוב, התחברו לחשבון עם אותו מספר או עם אותה כתובת',
  ],
  PHONE_TAKEN: [409, 'למספר הזה כבר יש חשבון. אפשר להיכנס אליו, או לבחור מספר אחר'],
  INVALID_PHONE: [422, 'מספר הטלפון אינו תקין'],
  IDEMPOTENCY_MISMATCH: [422, 'הבקשה כבר נשלחה עם פרטים אחרים'],
  ORDER_EXPIRED: [422, 'הזמן לתשלום עבר והפריטים שוחררו. אפשר להזמין שוב'],
  HOLD_NOT_EXTENDABLE: [422, 'אי אפשר לשמור את הפריטים עוד. השלימו את התשלום בזמן שנותר'],
  TOO_MANY_OPEN_ORDERS: [
    422,
    'יש כבר כמה הזמנות פתוחות שמחכות לתשלום. השלימו או בטלו אחת מהן בקישור שבסיום ההזמנה, או נסו שוב בעוד חצי שעה',
  ],
  PHONE_NOT_PROVED: [422, 'כדי לשמור לכם את הפריטים בלי תשלום עכשיו, אמתו את מספר הטלפון בקוד'],
  ONE_VEHICLE: [422, 'בלי תשלום עכשיו אפשר לשריין יחידה אחת בלבד. להזמנת יחידה נוספת בחרו תשלום אחר, או פנו אלינו'],
  TOO_MANY_UNPAID: [422, 'בלי תשלום עכשיו אפשר לשריין עד 10 יחידות בסך הכול מלבד הרכב. הפחיתו כמות, או פנו אלינו'],
  CANCELLATION_PENDING: [422, 'הודעת הביטול של ההזמנה הזו בטיפול, ובינתיים אין צורך לשלם'],
  ORDER_NOT_PAYABLE: [422, 'אין מה לשלם על ההזמנה הזו'],
  PAYMENT_METHOD_UNAVAILABLE: [422, 'אמצעי התשלום אינו זמין להזמנה הזו'],
  FINANCE_UNAVAILABLE: [422, 'אין כרגע תוכנית מימון לסכום הזה'],
  FINANCE_QUOTE_CHANGED: [422, 'תנאי המימון התעדכנו. בדקו את ההחזר החודשי ואשרו שוב'],
  OTP_WRONG: [422, 'הקוד שגוי'],
  OTP_EXPIRED: [422, 'פג תוקף הקוד'],
  OTP_USED_UP: [422, 'הקוד נחסם אחרי ניסיונות רבים. בקשו קוד חדש'],
  WRONG_LOGIN: [422, 'הדוא״ל או הסיסמה אינם נכונים'],
  WRONG_PASSKEY: [422, 'מפתח הכניסה לא אושר. נסו שוב, או היכנסו בדרך אחרת'],
  PROVE_AGAIN: [422, 'לפני שינוי כזה צריך להזדהות שוב'],
  LINK_INVALID: [422, 'הקישור אינו תקף: הוא כבר נוצל, או שפג תוקפו. בקשו קישור חדש ממי שמנהל את הצוות'],
  WRONG_PASSWORD: [422, 'הסיסמה הנוכחית אינה נכונה'],
  EMAIL_REQUIRED: [422, 'סיסמה עובדת יחד עם דוא״ל. הוסיפו קודם דוא״ל לפרטים שלכם'],
  WEAK_PASSWORD: [422, 'בחרו סיסמה אחרת'],
  RESET_LINK_INVALID: [422, 'הקישור אינו תקף יותר. בקשו קישור חדש'],
  SIGN_IN_AGAIN: [422, 'לפני שבוחרים סיסמה לכתובת הזו, התחברו עם קוד לטלפון'],
  SOCIAL_OFF: [422, 'הכניסה הזו אינה פעילה בחנות'],
  SOCIAL_REFUSED: [422, 'הכניסה לא אושרה. נסו שוב או היכנסו עם קוד לטלפון'],
  TICKET_INVALID: [422, 'ההתחברות פגה. התחילו מחדש'],
  NOT_REGISTERED: [422, 'המספר אינו רשום עדיין'],
  ADDRESSES_FULL: [422, 'אפשר לשמור עד 20 כתובות. מחקו כתובת כדי להוסיף חדשה'],
  GARAGE_FULL: [422, 'אפשר לשמור עד 20 דגמים במוסך. הסירו דגם כדי להוסיף חדש'],
  SAVED_FULL: [422, 'אפשר לשמור עד 50 פריטים. הסירו פריט כדי לשמור חדש'],
  IMAGE_REFUSED: [422, 'אי אפשר לקרוא את התמונה. אפשר להעלות תמונת JPEG,‏ PNG או WebP בגודל עד 8MB'],
  TRADE_IN_UNUSABLE: [422, 'הצעת הטרייד־אין אינה בתוקף לרכישה הזו. אפשר להמשיך בלעדיה, או לבקש הצעה חדשה'],
  TRADE_IN_CHANGED: [422, 'הצעת הטרייד־אין התעדכנה. בדקו את הסכומים המעודכנים בסיכום ואשרו שוב'],
  TRADE_IN_PHOTOS_FULL: [422, 'אפשר לצרף עד שש תמונות. הסירו תמונה כדי להוסיף אחרת'],
  NOT_HANDED_OVER: [422, 'אפשר לכתוב ביקורת אחרי שהמוצר נמסר לכם'],
  PHOTOS_FULL: [422, 'אפשר לצרף עד ארבע תמונות. הסירו תמונה כדי להוסיף אחרת'],
  FAVORITES_FULL: [422, 'רשימת המשאלות מלאה. הסירו מוצרים כדי להוסיף חדשים'],
  RATE_LIMITED: [429, 'בוצעו יותר מדי ניסיונות. אפשר לנסות שוב מאוחר יותר'],
  PREVIEW: [403, 'זו תצוגה מקדימה: אפשר להסתכל, אבל לא להזמין, לשלוח או לשמור'],
  STORE_CLOSED: [503, 'החנות סגורה כרגע. נחזור בקרוב'],
  UNDER_CONSTRUCTION: [403, 'האתר בבנייה'],
  SOCIAL_UNAVAILABLE: [503, 'הכניסה הזו אינה זמינה כרגע. אפשר להיכנס עם קוד לטלפון'],
  UNAVAILABLE: [503, 'האתר אינו זמין לרגע. אפשר לנסות שוב בעוד כמה שניות'],
  INTERNAL: [500, 'משהו השתבש. אפשר לנסות שוב'],
  PAYMENT_PROVIDER_DOWN: [503, 'שירות התשלומים אינו זמין כרגע. ההזמנה נשמרה ואפשר לנסות שוב'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof catalogue;
type Extra = { message?: string; fields?: ErrorReply['fields']; details?: unknown; retryAfter?: number };

/** A refusal; only `http/errors.ts` turns it into a reply. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly extra: Extra;
  constructor(code: ErrorCode, extra: Extra = {}) {
    super(extra.message ?? catalogue[code][1]);
    this.status = catalogue[code][0];
    this.code = code;
    this.extra = extra;
  }
}

export const refuse = (code: ErrorCode, extra?: Extra): Refusal => new Refusal(code, extra);

/** A wrong field of a form; `path` as in the call's input: `rows.2.sku`. */
export const refuseField = (path: string, message: string): Refusal =>
  refuse('BAD_REQUEST', { fields: [{ path, message }] });

/**
 * Of a form's call that the database couldn't serve: an import may hold what a save waits for. What was typed stays on
 * its page.
 */
export const refusalOfBusy = (error: unknown): Refusal | null =>
  isUnavailable(error)
    ? refuse('UNAVAILABLE', {
        message: 'ייבוא רץ עכשיו, או שמסד הנתונים עמוס. מה שהוקלד נשאר, ואפשר לנסות שוב בעוד רגע.',
      })
    : null;

export const errorBody = (refusal: Refusal, requestId: string): ErrorReply => ({
  error_code: refusal.code,
  message: refusal.message,
  ...(refusal.extra.fields && { fields: refusal.extra.fields }),
  ...(refusal.extra.details !== undefined && { details: refusal.extra.details }),
  request_id: requestId,
});
