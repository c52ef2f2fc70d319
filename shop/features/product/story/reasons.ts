/** A part of a description under a heading of its own. HTML. */
export type Reason = { title: string; html: string };

const VOID = /^(?:br|hr|img|source|wbr|input)$/i;

/** Whether every element that begins in the text also ends in it: only then it may stand alone. */
function isWhole(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi)) {
    if (VOID.test(name)) continue;
    if (!slash) open.push(name.toLowerCase());
    else if (open.pop() !== name.toLowerCase()) return false;
  }
  return open.length === 0;
}

/**
 * A description (sanitised when it was imported) as its beginning and the parts under its headings, which are the
 * reasons to choose the product. One whose headings stand inside of something stays in one piece.
 */
export function splitDescription(description: string): { lead: string; reasons: Reason[] } {
  const [lead = '', ...parts] = description.split(/(?=<h[23]\b[^>]*>)/i);
  const reasons = parts.flatMap((part) => {
    const [, title, html] = /^<h[23]\b[^>]*>([\s\S]*?)<\/h[23]>([\s\S]*)$/i.exec(part) ?? [];
    const text = title?.replace(/<[^>]*>/g, '').trim();
    return text && html !== undefined && isWhole(html) ? [{ title: text, html }] : [];
  });
  return isWhole(lead) && reasons.length === parts.length ? { lead, reasons } : { lead: description, reasons: [] };
}
