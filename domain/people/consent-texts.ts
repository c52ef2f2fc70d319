/** Wording of consents (docs/rules/disclosure.md): shown on the page and stored as proof. */
export const TERMS_TEXT = 'קראתי ואישרתי את התקנון ואת מדיניות הביטולים';
/** Beside the button of a payment link, for an order that staff have placed. */
export const PAYING_TEXT = 'בתשלום אתם מאשרים שקראתם את התקנון ואת מדיניות הביטולים';
/** Kept with an order that staff have placed: its buyer has not agreed to the terms yet. */
export const BY_STAFF_TEXT = 'ההזמנה נרשמה בידי הצוות לפי בקשת הלקוח. התקנון מובא לאישור הלקוח בדף התשלום';
export const MARKETING_TEXT = 'אשמח לקבל מבצעים ועדכונים בדוא״ל וב־SMS (לא חובה, אפשר להסיר בכל עת)';
export const UPDATES_TEXT = 'אשמח לקבל מבצעים ועדכונים בדוא״ל וב־SMS. אפשר להסיר את ההסכמה בכל עת.';
export const NEWSLETTER_TEXT =
  'אשמח לקבל בדוא״ל דברי פרסומת: מבצעים, דגמים חדשים ועדכונים. אפשר להסיר את ההסכמה בכל עת.';
/** Of the vehicles in the garage: no advertisement, and so apart from the marketing consent. */
export const REMINDERS_TEXT =
  'שלחו לי תזכורות לטיפול, לטסט ולביטוח של כלי הרכב שבמוסך שלי, בדרכים שסימנתי. אפשר להפסיק בכל עת, כאן או בקישור שבכל הודעה.';
/** Of the favourites: an advertisement, agreed to apart from newsletters. */
export const FAVORITE_ALERTS_TEXT =
  'שלחו לי דברי פרסומת כשהמחיר של מוצר מרשימת המשאלות שלי יורד או כשהוא חוזר למלאי, בדרכים שסימנתי. הודעה אחת ביום לכל היותר, ואפשר להפסיק בכל עת, כאן או בקישור שבכל הודעה.';
