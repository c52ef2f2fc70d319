import { SIGNATURE_BOX, type Stroke } from '#domain/orders/handover-tasks.ts';
import { NUMBER_LABEL } from '#domain/people/identity-number.ts';
import { formatDate, formatTime, isolate } from '#domain/text/format.ts';
import { INK_2 } from './ink.ts';
import { Page } from './page.ts';
import { finished, typesetter } from './typesetter.ts';

type Signed = {
  title: string;
  text: string;
  textVersion: string;
  name: string;
  strokes: Stroke[];
  signedAt: Date;
  order: string;
  store: string;
  company: { name: string; number: string };
  vehicles: string[];
};

const TEXT = { size: 12 };
const SMALL = { size: 9.5, color: INK_2 };

/** What a customer signed on the order's page, on A4: the words, who, for whom, when, and the drawn signature. */
export function printSigned({
  title,
  text,
  textVersion,
  name,
  strokes,
  signedAt,
  order,
  store,
  company,
  vehicles,
}: Signed) {
  const page = new Page(
    typesetter({ title: `${title}, הזמנה ${order}`, author: company.name }),
    `${title} · הזמנה ${order}`,
  );
  page.heading('H1', title, 26);
  page.paragraph(`הזמנה ${isolate(order)} · ${store}`, { size: 13, bold: true });
  page.gap(16);
  page.columns([
    { title: 'בחתימת', lines: [name] },
    { title: 'מול', lines: [company.name, `${NUMBER_LABEL} ${company.number}`] },
  ]);
  page.gap(10);
  page.columns([{ title: vehicles.length > 1 ? 'כלי הרכב' : 'הרכב', lines: vehicles }]);
  page.gap(16);
  for (const paragraph of text.split(/\n+/)) {
    page.paragraph(paragraph, TEXT);
    page.gap(6);
  }
  page.gap(20);
  page.heading('H2', 'חתימה', 13);
  if (strokes.length > 0) page.drawing(strokes, SIGNATURE_BOX, 220, `חתימה בכתב יד של ${name}`);
  page.paragraph(name, { size: 13, bold: true });
  page.paragraph(
    `${strokes.length > 0 ? 'נחתם בכתב יד על המסך ובהקלדת השם המלא' : 'נחתם בהקלדת השם המלא'}, ביום ${formatDate(signedAt)} בשעה ${formatTime(signedAt)}, בדף ההזמנה באתר.`,
    SMALL,
  );
  page.paragraph(`נוסח ${isolate(textVersion)}. המסמך הופק באמצעות מחשב.`, SMALL);
  page.finish();
  return finished(page.set);
}
