/** What an e-mail says, before it gets the store's look. Strings are plain text; amounts and names in them are isolated. */
export type MailContent = {
  heading: string;
  paragraphs: string[];
  items?: { name: string; details: string; sum: string }[];
  /** Names and values, below the items: `סה״כ`, `משלוח`. The last is the strongest when `total` is set. */
  facts?: { name: string; value: string }[];
  total?: { name: string; value: string };
  /** Below the total and no part of it: what is paid elsewhere. */
  besides?: { name: string; value: string };
  /** What is to be done, in this order. */
  steps?: { title: string; text: string }[];
  stepsTitle?: string;
  button?: { label: string; url: string };
  note?: string;
  /** Advertising only: the link that ends it. */
  unsubscribe?: string;
};

/** The e-mail for readers without HTML, and what `outbox list` shows. */
export function plainText(content: MailContent): string {
  const {
    heading,
    paragraphs,
    items = [],
    facts = [],
    total,
    besides,
    steps = [],
    stepsTitle,
    button,
    note,
    unsubscribe,
  } = content;
  const blocks = [
    [heading],
    paragraphs,
    items.map(({ name, details, sum }) => [name, details, sum].filter(Boolean).join(', ')),
    [...facts, ...(total ? [total] : []), ...(besides ? [besides] : [])].map(({ name, value }) => `${name}: ${value}`),
    steps.length > 0 ? [stepsTitle ?? '', ...steps.map(({ title, text }, at) => `${at + 1}. ${title}: ${text}`)] : [],
    button ? [`${button.label}: ${button.url}`] : [],
    note ? [note] : [],
    unsubscribe ? [`להסרה מרשימת התפוצה: ${unsubscribe}`] : [],
  ];
  return blocks
    .map((lines) => lines.filter(Boolean).join('\n'))
    .filter(Boolean)
    .join('\n\n');
}

/** Plain text has no direction of its own: a line that begins with a Latin name or a number is read from the left without the mark. */
export const fromTheRight = (text: string): string => text.replace(/^(?=.*\S)/gm, '\u200F');

const LINK = /^(.{1,60}): (https?:\/\/\S+)$/;

/** A message that was written as text alone: its last link becomes the button. */
export function contentOfText(subject: string, body: string): MailContent {
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const link = lines.findLast((line) => LINK.test(line));
  const [, label = '', url = ''] = link?.match(LINK) ?? [];
  return {
    heading: subject,
    paragraphs: lines.filter((line) => line !== link),
    ...(link && { button: { label, url } }),
  };
}
