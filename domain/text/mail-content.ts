/** Content of an e-mail, without the store's look. Strings are plain text; amounts and names in them are isolated. */
export type MailContent = {
  heading: string;
  paragraphs: string[];
  items?: { name: string; details: string; sum: string }[];
  /** Names and values below the items: `סה״כ`, `משלוח`. The last is emphasised when `total` is set. */
  facts?: { name: string; value: string }[];
  total?: { name: string; value: string };
  /** Below the total: what of it was paid, and what is left. */
  parts?: { name: string; value: string }[];
  /** Below the total and not part of it: what is paid elsewhere. */
  besides?: { name: string; value: string };
  /** Figures under a heading of their own, below the bill, and what the law wants said of them. */
  terms?: { title: string; figures: { name: string; value: string }[]; warning: string; note: string };
  /** Next steps, in sequence. */
  steps?: { title: string; text: string }[];
  stepsTitle?: string;
  button?: { label: string; url: string };
  note?: string;
  /** Of advertising and reminders: the link that ends them (docs/rules/disclosure.md). */
  unsubscribe?: string;
  /** Its words, where it isn't the newsletter's. */
  unsubscribeLabel?: string;
};

export const UNSUBSCRIBE = 'להסרה מרשימת התפוצה';

/** Plain-text part of the e-mail, also shown by `outbox list`. */
export function plainText(content: MailContent): string {
  const {
    heading,
    paragraphs,
    items = [],
    facts = [],
    total,
    parts = [],
    besides,
    terms,
    steps = [],
    stepsTitle,
    button,
    note,
    unsubscribe,
    unsubscribeLabel = UNSUBSCRIBE,
  } = content;
  const blocks = [
    [heading],
    paragraphs,
    items.map(({ name, details, sum }) => [name, details, sum].filter(Boolean).join(', ')),
    [...facts, ...(total ? [total] : []), ...parts, ...(besides ? [besides] : [])].map(
      ({ name, value }) => `${name}: ${value}`,
    ),
    terms
      ? [terms.title, ...terms.figures.map(({ name, value }) => `${name}: ${value}`), `${terms.warning}.`, terms.note]
      : [],
    steps.length > 0 ? [stepsTitle ?? '', ...steps.map(({ title, text }, at) => `${at + 1}. ${title}: ${text}`)] : [],
    button ? [`${button.label}: ${button.url}`] : [],
    note ? [note] : [],
    unsubscribe ? [`${unsubscribeLabel}: ${unsubscribe}`] : [],
  ];
  return blocks
    .map((lines) => lines.filter(Boolean).join('\n'))
    .filter(Boolean)
    .join('\n\n');
}

/**
 * Plain text has no direction of its own: without the mark, a line that begins with a Latin name or a number reads
 * left to right.
 */
export const fromTheRight = (text: string): string => text.replace(/^(?=.*\S)/gm, '\u200F');

const LINK = /^(.{1,60}): (https?:\/\/\S+)$/;

/** Content of a message that was stored as text alone: its last link becomes the button. */
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
