import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { isolateRanges, isolateRuns } from '#domain/text/format.ts';
import { INK } from './ink.ts';
import { visibleText, visualRuns } from './visual-runs.ts';

declare global {
  namespace PDFKit.Mixins {
    /** The library's types lag behind it here. */
    interface StructureElementOptions {
      scope?: 'Row' | 'Column';
    }
  }
}

export type Style = { size: number; bold?: boolean; color?: string };
export type Align = 'right' | 'left' | 'center';
/** A node of the tag tree that screen readers walk. */
export type Branch = PDFKit.PDFStructureElement;

const font = (file: string): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/heebo/${file}`));
const regular = font('400Regular/Heebo_400Regular.ttf');
const bold = font('700Bold/Heebo_700Bold.ttf');

/** Any list of features makes the layout process a run as a whole; the default, word by word, swaps Hebrew words. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['kern'];

const runsOf = (text: string): string[] => visualRuns(isolateRanges(isolateRuns(text)));

/** Right-to-left text on a tagged page: pdfkit draws; direction and line breaks are ours. */
export function typesetter(info: { title: string; author: string }) {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'he',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    bufferPages: true,
    info: { Title: info.title, Author: info.author },
  });
  doc.registerFont('regular', regular);
  doc.registerFont('bold', bold);

  const use = ({ size, bold: heavy, color = INK }: Style) =>
    doc
      .font(heavy ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(color);
  const widthOf = (runs: string[]): number =>
    runs.reduce((sum, run) => sum + doc.widthOfString(run, { features, lineBreak: false }), 0);

  /** Draws a line whose right edge, left edge or middle is `x`. */
  function line(text: string, x: number, y: number, style: Style, align: Align = 'right'): void {
    use(style);
    const runs = runsOf(text);
    const width = widthOf(runs);
    let start = align === 'right' ? x - width : align === 'center' ? x - width / 2 : x;
    for (const run of runs) {
      doc.text(run, start, y, { features, lineBreak: false });
      start += doc.widthOfString(run, { features, lineBreak: false });
    }
  }

  /** Breaks at spaces, in reading direction. A word wider than the column gets its own line. */
  function wrap(text: string, width: number, style: Style): string[] {
    use(style);
    const lines: string[] = [];
    for (const word of text.split(/\s+/).filter(Boolean)) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
      if (lines.length > 0 && widthOf(runsOf(longer)) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  /** A piece of text as one element of the tag tree; screen readers get it in spoken sequence. */
  function element(parent: Branch, tag: string, text: string, draw: () => void): void {
    const piece = doc.struct(tag, { actual: visibleText(text), lang: 'he-IL' }, [draw]);
    parent.add(piece);
    piece.end();
  }

  /** Decoration without meaning: rules, watermark, page numbers. */
  function artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    doc.markContent('Artifact', { type });
    draw();
    doc.endMarkedContent();
  }

  return { doc, line, wrap, element, artifact };
}

export type Typesetter = ReturnType<typeof typesetter>;

/** The finished file. */
export function finished({ doc }: Typesetter): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
    doc.end();
  });
}
