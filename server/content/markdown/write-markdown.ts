import { tables } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

/** A page of the shop as Markdown, for assistants and others that read no HTML. */
export type MarkdownPage = {
  /** Of the same page for people. */
  path: string;
  /** Where that page is at home. */
  origin: string;
  body: string;
};

const converter = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' });
converter.use(tables);

/**
 * Stored HTML (cleaned when it came in) as Markdown; its links and pictures get the origin, since the text is read
 * elsewhere.
 */
export const fromHtml = (html: string, origin: string): string =>
  converter.turndown(html.replace(/(href|src)="\//g, `$1="${origin}/`)).trim();

/** Plain text that no sign of can be taken for Markdown: a name with `*` or `[`, a line that begins like a heading. */
export const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|]/g, '\\$&')
    .replace(/^(#{1,6}|[-+]|\d+\.)(?=\s)/, '\\$1');

/** A line that leads to an address of the store's. */
export const link = (name: string, address: string): string => `[${plain(name)}](${address})`;

/** Rows below a head; cells are text, not Markdown. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(plain).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Parts with an empty line between them; those that have nothing are left out. */
export const joinParts = (parts: (string | false | null | undefined)[]): string =>
  `${parts.filter((part) => part).join('\n\n')}\n`;
