import { toPercent, toShekels } from '#domain/money/money.ts';
import { documentTitle, isCredit, needsAllocationNumber } from '#domain/money/tax-document.ts';
import { walletNames } from '#domain/money/wallets.ts';
import { NUMBER_LABEL } from '#domain/people/identity-number.ts';
import { formatDate, formatPrice, formatTime, isolate } from '#domain/text/format.ts';
import type { IssuedDocument } from '../documents.ts';
import { INK_2 } from './ink.ts';
import { Page } from './page.ts';
import { finished, typesetter } from './typesetter.ts';

/** Isolated: a minus would otherwise move to the right of its sum. */
const money = (agorot: number): string => `\u2066${formatPrice(toShekels(agorot), 2)}\u2069`;
const SMALL = { size: 9.5, color: INK_2 };
const TEXT = { size: 10.5 };

/** The document on A4, right to left and tagged, so that screen readers follow the printed sequence. */
export function printDocument(document: IssuedDocument): Promise<Buffer> {
  const { kind, number, content } = document;
  const title = `${documentTitle[kind]} ${number}`;
  const page = new Page(typesetter({ title, author: content.seller.name }), `${title} · ${content.seller.name}`);

  page.heading('H1', documentTitle[kind], 26);
  page.paragraph(`מספר ${number} · מקור`, { size: 13, bold: true });
  page.paragraph(`תאריך הפקה: ${formatDate(document.issuedAt)} בשעה ${formatTime(document.issuedAt)}`, SMALL);
  page.paragraph('מסמך לדוגמה מאתר הדגמה. אין לו תוקף לצורכי מס.', SMALL);
  page.gap(16);
  page.columns([seller(document), customer(document)]);
  page.gap(16);
  if (content.original)
    page.paragraph(
      `בגין ${content.original.title} מספר ${content.original.number} מיום ${formatDate(content.original.issuedAt)}`,
      TEXT,
    );
  page.paragraph(`הזמנה ${content.order} · ${content.store}`, TEXT);
  page.gap(10);
  page.table(
    ['פריט', 'כמות', 'מחיר ליחידה', 'סה״כ'],
    content.lines.map((line) => [
      [line.name, [line.details, line.sku && `מק״ט ${isolate(line.sku)}`].filter(Boolean).join(' · ')],
      [String(line.quantity)],
      [money(line.priceAgorot)],
      [money(line.priceAgorot * line.quantity)],
    ]),
  );
  page.gap(8);
  page.sums(sums(document));
  page.gap(18);
  page.heading('H2', isCredit(kind) ? 'אופן ההחזר' : 'אופן התשלום', 13);
  for (const line of paymentLines(document)) page.paragraph(line, TEXT);
  page.gap(10);
  page.paragraph(allocationLine(document), TEXT);
  page.paragraph('המחירים בשקלים חדשים וכוללים מע״מ. המסמך הופק באמצעות מחשב.', SMALL);
  page.finish('דוגמה');
  return finished(page.set);
}

const seller = ({ content: { seller: from } }: IssuedDocument) => ({
  title: 'מאת',
  lines: [from.name, `${NUMBER_LABEL} ${from.number}`, from.address],
});

const customer = ({ content: { customer: to } }: IssuedDocument) => ({
  title: 'לכבוד',
  lines: [to.name, to.number && `${NUMBER_LABEL} ${to.number}`, to.address, to.phone, to.email].filter(
    (line): line is string => Boolean(line),
  ),
});

function sums({ kind, content, netAgorot, vatAgorot, totalAgorot, vatBp }: IssuedDocument): [string, string][] {
  const items = content.lines.reduce((sum, line) => sum + line.priceAgorot * line.quantity, 0);
  const between: [string, string][] = [
    ...content.discounts.map(({ name, agorot }): [string, string] => [name, money(-agorot)]),
    ...(content.delivery ? [[content.delivery.name, money(content.delivery.agorot)] as [string, string]] : []),
  ];
  const vat: [string, string][] =
    vatBp > 0
      ? [
          ['סה״כ לפני מע״מ', money(netAgorot)],
          [`מע״מ ${toPercent(vatBp)}%`, money(vatAgorot)],
        ]
      : [];
  return [
    ...(between.length > 0 ? [['סה״כ פריטים', money(items)] as [string, string], ...between] : []),
    ...vat,
    [total(kind), money(totalAgorot)],
  ];
}

const total = (kind: IssuedDocument['kind']): string =>
  ({
    tax_invoice_receipt: 'סה״כ ששולם, כולל מע״מ',
    receipt: 'סה״כ שהתקבל',
    credit_invoice: 'סה״כ לזיכוי, כולל מע״מ',
    credit_receipt: 'סה״כ שהוחזר',
  })[kind];

function paymentLines({ kind, content: { payment }, totalAgorot }: IssuedDocument): string[] {
  const means = payment.wallet ? isolate(walletNames[payment.wallet]) : 'כרטיס אשראי';
  const card = [means, payment.brand, payment.last4 && `שמסתיים ב־${payment.last4}`].filter(Boolean).join(' ');
  const count = payment.count > 1 && !isCredit(kind) ? `${payment.count} תשלומים` : 'תשלום אחד';
  return [
    `${card} · ${isCredit(kind) ? 'החזר' : count} · ${money(totalAgorot)}`,
    ...(payment.approval && !isCredit(kind) ? [`מספר אישור ${payment.approval}`] : []),
    ...(kind === 'receipt'
      ? ['הסכום התקבל כדמי שריון, על חשבון ההזמנה. חשבונית מס על מלוא העסקה תופק עם המסירה.']
      : []),
  ];
}

function allocationLine({ allocationNumber, netAgorot, content, issuedAt, vatBp }: IssuedDocument): string {
  if (allocationNumber) return `מספר הקצאה: ${allocationNumber}`;
  const [day = '', month = '', year = ''] = formatDate(issuedAt).split('/');
  const due =
    vatBp > 0 && needsAllocationNumber(netAgorot, content.customer.number !== null, `${year}-${month}-${day}`);
  return due ? 'מספר הקצאה: נדרש, ולא הופק למסמך לדוגמה' : 'מספר הקצאה: לא נדרש';
}
