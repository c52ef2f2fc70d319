import { fieldName } from '#domain/text/field-names.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';

const price = (shekels = ''): string => isolate(formatExactPrice(Number(shekels)));
const name = (text = ''): string => isolate(text);
/** Of `table.column, table.column`. */
const fieldNames = (fields = ''): string => [...new Set(fields.split(', ').map(fieldOf))].join(', ');
const fieldOf = (field: string): string => {
  const [table = '', column = ''] = field.split('.');
  return fieldName(table, column);
};

/**
 * What rules that commands share say in English (`OperatorError`), as staff read it. Each is found by its English
 * sentence; one that isn't here is shown without a detail. `refusal-texts.test.ts` looks for sentences of those rules
 * that are missing.
 */
const texts: [english: RegExp, hebrew: string | ((...matches: string[]) => string)][] = [
  [/there is no stage after that/, 'אין להזמנה שלב נוסף'],
  [/waits for a payment online; it is accepted/, 'ההזמנה מחכה לתשלום, ותתקדם כשיאושר'],
  [/All pieces of order \S+ were refunded/, 'כל הפריטים של ההזמנה זוכו: סגרו אותה בביטול'],
  [/has (\S+) shekels to be paid before it is sent/, (sum) => `לפני המשלוח נשאר לשלם ${price(sum)}`],
  [/has (\S+) shekels to be paid before/, (sum) => `לפני המסירה נשאר לשלם ${price(sum)}`],
  [
    /has (\S+) shekels that are only held/,
    (sum) => `סכום של ${price(sum)} תפוס בכרטיס ולא חויב. חייבו אותו קודם; שחרור סוגר את ההזמנה`,
  ],
  [/has open steps: (.*)\.$/, (titles) => `ברשימת המסירה נשארו צעדים פתוחים: ${titles}`],
  [/the stage after that is/, 'ההזמנה כבר אינה בשלב הזה. רעננו את הדף ובדקו היכן היא'],
  [/was handed over, and money of it is here/, 'ההזמנה נמסרה, ויש בה כסף שלא הוחזר: במקום לבטל בצעו זיכוי'],
  [/it can't be cancelled any more/, 'כבר אי אפשר לבטל את ההזמנה'],
  [/payment of (?:this order|order .*) is in doubt/, 'התשלום של ההזמנה בבירור. הכריעו בו קודם בפאנל התשלומים'],
  [/^There is no order/, 'ההזמנה לא נמצאה'],
  [/nothing of it is sent/, 'במצב הזה לא שולחים דבר מההזמנה'],
  [/is left to be sent\.$/, 'לא נשאר בהזמנה מה לשלוח'],
  [/has no line/, 'השורה אינה של ההזמנה הזו'],
  [/^Only (\d+) of (.+) are left to be sent/, (left, sku) => `נשארו לשליחה רק ${left} מהפריט ${name(sku)}`],
  [/is not on its way/, 'ההזמנה אינה בדרך ללקוח'],
  [/This shipment has arrived already/, 'המשלוח הזה כבר נמסר'],
  [/was not sent as a whole yet/, 'ההזמנה עוד לא נשלחה כולה'],
  [/no order that waits for a payment online/, 'ההזמנה אינה מחכה לתשלום באתר'],
  [/^There is no gateway/, 'חברת הסליקה של התשלום הזה אינה מוגדרת כאן'],
  [/was captured or released meanwhile/, 'דמי השריון חויבו או שוחררו בינתיים'],
  [/^No sum is held/, 'אין סכום תפוס בהזמנה הזו'],
  [/^The order is cancelled: release/, 'ההזמנה בוטלה: שחררו את הסכום התפוס'],
  [/^The held sum is being released/, 'הסכום התפוס כבר בתהליך שחרור'],
  [/^Nothing of what is held is due/, 'אין מה לחייב מהסכום התפוס. אפשר לשחרר אותו'],
  [/^Only (\S+) shekels are held/, (sum) => `בכרטיס תפוסים רק ${price(sum)}`],
  [/repeat it with --amount (\S+)\.$/, (sum) => `לא ידוע אם החיוב הראשון בוצע. חזרו עליו באותו סכום: ${price(sum)}`],
  [/A line is named twice/, 'אותה שורה מופיעה פעמיים'],
  [/^Only (-?\d+) of (.+) can still go back/, (left, sku) => `אפשר לזכות עוד ${left} בלבד מהפריט ${name(sku)}`],
  [
    /^At most (\S+) shekels were paid for these pieces of (.+)\.$/,
    (sum, sku) => `על היחידות האלה של ${name(sku)} שולמו ${price(sum)} לכל היותר`,
  ],
  [/^Of (.+), some pieces were sent/, (sku) => `חלק מיחידות הפריט ${name(sku)} נשלחו. כתבו כמה מהמוחזרות נשלחו`],
  [
    /^Of these pieces of (.+), from (\d+) to (\d+)/,
    (sku, from, to) => `מהיחידות האלה של ${name(sku)} נשלחו בין ${from} ל־${to}`,
  ],
  [/^The vehicles of (.+) have numbers/, (sku) => `לכלי הרכב של ${name(sku)} רשומים מספרים. בחרו אילו מהם חוזרים`],
  [
    /^Name (\d+) of the vehicles of (.+) that can still go back/,
    (count, sku) => `בחרו ${count} מכלי הרכב של ${name(sku)} שעוד אפשר לזכות`,
  ],
  [/are in stock again already/, 'הפריטים של ההזמנה כבר חזרו למלאי'],
  [/^Nothing was paid online/, 'לא שולם באתר על ההזמנה, או שהכול כבר הוחזר'],
  [/^At most (\S+) shekels can go back/, (sum) => `אפשר להחזיר ${price(sum)} לכל היותר`],
  [/^A held sum is released as a whole/, 'סכום תפוס משוחרר כולו. כדי לקחת רק חלק ממנו, חייבו את החלק הזה'],
  [
    /was asked to take (\S+) of what is held/,
    (sum) => `לא ידוע אם חויבו ${price(sum)} מהסכום התפוס. חזרו קודם על החיוב באותו סכום`,
  ],
  [/^A refund of this payment is under way or in doubt/, 'זיכוי אחר של התשלום הזה בדרך או בבירור. סיימו אותו קודם'],
  [/^The lines come to (\S+) shekels/, (sum) => `סכום השורות, ${price(sum)}, גבוה מכל הזיכוי`],
  [/^Nothing is in doubt under/, 'אין כאן יותר מה להכריע: מישהו אחר הכריע בינתיים'],
  [/^A (?:payment|refund|\S+) in doubt comes to one of/, 'ההכרעה הזו אינה מתאימה לספק הזה'],
  [/^It is not recorded whether/, 'לא נרשם אם הסכום נתפס או חויב. הכריעו לפי הספרים של חברת הסליקה'],
  [/^A refund of this payment is under way/, 'זיכוי של התשלום הזה כבר בדרך'],
  [/^Some of the money went back already/, 'חלק מהכסף כבר הוחזר'],
  [/^The sum is only held/, 'הסכום רק תפוס בכרטיס, ולא חויב. אפשר להחזיר אותו ללקוח'],
  [/^The order is paid already/, 'ההזמנה כבר שולמה: החזירו את התשלום הזה'],
  [/^The order is cancelled, and its lender/, 'ההזמנה בוטלה, והמימון שלה לא ישולם: החזירו את התשלום הזה'],
  [/^The used vehicle of the order was credited/, 'הרכב המשומש של ההזמנה כבר זוכה בהזמנה אחרת: החזירו את התשלום הזה'],
  [/^The goods of the order are gone/, 'הפריטים של ההזמנה אזלו. הוסיפו אותם קודם למלאי'],
  [/^There is no store/, 'החנות לא נמצאה'],
  [/^--until and --message are of a store/, 'מועד פתיחה והודעה שייכים רק לחנות סגורה'],
  [/^--until is past/, 'מועד הפתיחה כבר עבר'],
  [/^--message has 1 to (\d+) letters/, (most) => `ההודעה היא עד ${most} תווים`],
  [/^A store under construction needs a password/, 'לחנות בבנייה צריך לקבוע סיסמת כניסה'],
  [/is the id of a change|^There is no change|^Several changes begin/, 'השינוי לא נמצא'],
  [/^--entity is a uuid|and the change log knows of none/, 'לא נמצא ביומן'],
  [/is undone already/, 'השינוי כבר בוטל'],
  [
    /can’t be put back: another row/,
    'אי אפשר להחזיר: הכתובת, השם או הקוד נתפסו בינתיים, או שהוסר מה שהרשומה שייכת אליו',
  ],
  [
    /changed only (.+), whose former values/,
    (fields) => `היומן אינו שומר את הערך הקודם, ולכן אין מה להחזיר (${fieldNames(fields)}). הזינו את הערך הנכון במקומו`,
  ],
  [/changed no rows|is not undone by putting rows back/, 'את השינוי הזה אי אפשר לבטל'],
];

/** @returns `null` for a sentence that has no Hebrew one */
export function hebrewOf(english: string): string | null {
  for (const [pattern, hebrew] of texts) {
    const match = pattern.exec(english);
    if (match) return typeof hebrew === 'string' ? hebrew : hebrew(...match.slice(1));
  }
  return null;
}
