import { instalmentsText } from '#domain/money/instalments.ts';
import { toShekels } from '#domain/money/money.ts';
import { isWallet, type Wallet, walletNames } from '#domain/money/wallets.ts';
import { escapeMarkup } from '#domain/text/entities.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import type { Page, Transaction } from './books.ts';
import { TEST_CARDS, TEST_CODE } from './cards.ts';
import { type Errors, type Field, MESSAGES, type Values } from './form.ts';

/** Markup that is safe to send. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | boolean | null | undefined | Html | Html[];

function render(value: Value): string {
  if (value === null || value === undefined || value === false || value === true) return '';
  if (value instanceof Html) return value.text;
  return Array.isArray(value) ? value.map(render).join('') : escapeMarkup(String(value));
}

/** A template whose values are escaped unless they are markup. */
const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.reduce((text, part, i) => text + render(values[i - 1]) + part));

const sum = (agorot: number): Html => html`<bdi dir="ltr">${formatExactPrice(toShekels(agorot))}</bdi>`;
const grouped = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');

const LOCK = new Html(
  '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M7 10V7a5 5 0 0 1 10 0v3m-11 0h12v10H6z" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"/></svg>',
);

function frame(title: string, body: Html): string {
  return html`<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css"><script src="/page.js" type="module"></script></head>
<body><header>${LOCK}<span>תשלום מאובטח</span><span class="badge">סביבת בדיקות</span></header><main>${body}</main></body></html>`
    .text;
}

function order(page: Page): Html {
  return html`<div class="order"><span>${page.productName}</span><strong>${sum(page.amountAgorot)}</strong></div>`;
}

type Control = { name: Field; label: string; errors: Errors; values: Values; attributes: Html; optional?: boolean };

function field({ name, label, errors, values, attributes, optional }: Control): Html {
  const error = errors[name];
  const shown = name === 'number' ? grouped(values.number) : name === 'cvv' ? '' : values[name];
  return html`<div class="field ${name}"><label for="${name}">${label}${optional && html` <span class="optional">(לא חובה)</span>`}</label>
<div class="control"><input id="${name}" name="${name}" value="${shown}" ${attributes} ${!optional && html`required`} ${error && html`aria-invalid="true"`} aria-describedby="${name}-error" data-error="${MESSAGES[name]}">${name === 'number' && html`<span class="brand" aria-live="polite"></span>`}</div>
<p class="error" id="${name}-error">${error}</p></div>`;
}

/** The order fixes the number of payments; there is nothing to choose here. */
const payments = ({ amountAgorot, instalments }: Page): Html | false =>
  instalments > 1 && html`<p class="payments">${instalmentsText(toShekels(amountAgorot), instalments)}</p>`;

function testCards(): Html {
  const rows = TEST_CARDS.map(
    ({ number, note }) =>
      html`<li><button type="button" data-card="${number}" dir="ltr">${grouped(number)}</button><span>${note}</span></li>`,
  );
  return html`<details><summary>כרטיסי בדיקה</summary><p>כאן לא מחייבים כסף. כל תוקף עתידי וכל קוד בן 3 ספרות יתאימו.</p><ul>${rows}</ul></details>`;
}

/** The way to each wallet that the page takes. */
const wallets = (page: Page): Html | false =>
  page.wallets.length > 0 &&
  html`<nav class="wallets" aria-label="תשלום בלי להקליד כרטיס">${page.wallets.filter(isWallet).map((wallet) => html`<a href="/p/${page.uuid}/wallet/${wallet}" dir="ltr">${walletNames[wallet]}</a>`)}</nav><p class="or">או בכרטיס</p>`;

/** What the shopper's phone would show: a test wallet that says yes or no. */
export function walletPage(page: Page, wallet: Wallet): string {
  const name = html`<bdi>${walletNames[wallet]}</bdi>`;
  return frame(
    `תשלום ב־${walletNames[wallet]}`,
    html`<h1>תשלום ב־${name}</h1>${order(page)}
<p class="notice">זו סביבת בדיקות: במקום האפליקציה שבטלפון, בוחרים כאן איך היא עונה. לא מחייבים כסף.</p>
<form method="post" action="/p/${page.uuid}/wallet/${wallet}"><input type="hidden" name="act" value="approve"><button class="pay" data-busy="מחכים לאישור…">אישור ב־${name}</button></form>
<form method="post" action="/p/${page.uuid}/wallet/${wallet}"><input type="hidden" name="act" value="decline"><button class="back">דחייה ב־${name}</button></form>
<p class="or"><a href="/p/${page.uuid}/card">תשלום בדרך אחרת</a></p>
<form method="post" action="/p/${page.uuid}/cancel"><button class="back">ביטול וחזרה לחנות</button></form>`,
  );
}

const REASONS: Record<string, string> = {
  declined: 'הכרטיס לא אושר',
  challenge_failed: 'האימות מול הבנק נכשל',
  timed_out: 'חברת האשראי לא השיבה בזמן',
};

/** The card form; after a refusal it states the reason and accepts another card. */
export function cardPage(page: Page, values: Values, errors: Errors, refused: Transaction | null): string {
  const input = (name: Field, label: string, attributes: string, optional = false) =>
    field({ name, label, errors, values, attributes: new Html(attributes), optional });
  const first = Object.keys(errors)[0];
  return frame(
    'תשלום בכרטיס אשראי',
    html`<h1>תשלום בכרטיס אשראי</h1>${order(page)}
${first && html`<p class="notice bad" role="alert">חלק מהפרטים אינם תקינים. תקנו את השדות המסומנים.</p>`}
${!first && refused && html`<p class="notice bad" role="alert"><strong>${isWallet(refused.wallet) ? html`התשלום ב־<bdi>${walletNames[refused.wallet]}</bdi> לא אושר` : REASONS[refused.state]}.</strong> לא בוצע חיוב. אפשר לנסות ${refused.wallet ? 'דרך אחרת' : 'כרטיס אחר'}.</p>`}
${wallets(page)}
<form method="post" action="/p/${page.uuid}" novalidate>
${input('number', 'מספר כרטיס', 'dir="ltr" inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="0000 0000 0000 0000"')}
<div class="pair">${input('expiry', 'תוקף', 'dir="ltr" inputmode="numeric" autocomplete="cc-exp" maxlength="7" placeholder="MM/YY"')}
${input('cvv', 'קוד אבטחה (CVV)', 'dir="ltr" inputmode="numeric" autocomplete="cc-csc" maxlength="4" type="password" placeholder="•••"')}</div>
${input('holder', 'השם שעל הכרטיס', 'autocomplete="cc-name" maxlength="60"')}
<div class="pair">${input('identity', 'תעודת זהות', 'dir="ltr" inputmode="numeric" autocomplete="off" maxlength="9"', true)}</div>
${payments(page)}
<button class="pay" data-busy="מחכים לאישור…">תשלום ${sum(page.amountAgorot)}${page.instalments > 1 && ` ב־${page.instalments} תשלומים`}</button></form>
<form method="post" action="/p/${page.uuid}/cancel"><button class="back">ביטול וחזרה לחנות</button></form>
<p class="secure">${LOCK} פרטי הכרטיס אינם עוברים דרך החנות ואינם נשמרים בה</p>${testCards()}`,
  );
}

/** The bank's challenge. All test cards share one code, which is shown. */
export function challengePage(page: Page, transaction: Transaction, isWrong: boolean): string {
  return frame(
    'אימות התשלום',
    html`<h1>אימות מול הבנק</h1>${order(page)}
<p>שלחנו קוד בן 4 ספרות לטלפון שרשום לכרטיס <bdi dir="ltr">${transaction.cardBrand} •••• ${transaction.last4}</bdi>.</p>
<form method="post" action="/p/${page.uuid}/challenge/${transaction.uuid}" novalidate>
<div class="field code"><label for="code">קוד אימות</label><div class="control"><input id="code" name="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" maxlength="4" required ${isWrong && html`aria-invalid="true"`} aria-describedby="code-error" data-error="הזינו 4 ספרות"></div>
<p class="error" id="code-error" role="${isWrong && 'alert'}">${isWrong && 'הקוד שגוי. נסו שוב'}</p></div>
<button class="pay" data-busy="בודקים…">אישור</button></form>
<form method="post" action="/p/${page.uuid}/cancel"><button class="back">ביטול וחזרה לחנות</button></form>
<p class="notice">בסביבת הבדיקות לא נשלח מסר. הקוד הוא <bdi dir="ltr">${TEST_CODE}</bdi>.</p>`,
  );
}

const ENDS: Record<string, [title: string, text: string]> = {
  approved: ['התשלום אושר', 'אפשר לחזור לחנות.'],
  declined: ['התשלום לא אושר', 'היו יותר מדי ניסיונות ולא בוצע חיוב. חזרו לחנות כדי לנסות שוב.'],
  cancelled: ['התשלום בוטל', 'לא בוצע חיוב. חזרו לחנות כדי לנסות שוב.'],
  expired: ['הזמן לתשלום עבר', 'לא בוצע חיוב. חזרו לחנות כדי לנסות שוב.'],
};

/** The page after it has ended. */
export function endPage(page: Page): string {
  const [title, text] = ENDS[page.state] ?? ['הדף אינו פעיל', ''];
  const isApproved = page.state === 'approved';
  return frame(
    title,
    html`<div class="end ${isApproved ? 'good' : 'bad'}"><h1>${title}</h1>${order(page)}<p>${text}</p><a class="pay" href="${page.returnUrl}">חזרה לחנות</a></div>`,
  );
}

export const plainPage = (title: string, text: string): string =>
  frame(title, html`<div class="end bad"><h1>${title}</h1><p>${text}</p></div>`);
