import { INK, INK_2, LINE } from './ink.ts';
import type { Branch, Style, Typesetter } from './typesetter.ts';

const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 52;
const RIGHT = WIDTH - MARGIN;
const INNER = WIDTH - 2 * MARGIN;
const BOTTOM = HEIGHT - 76;
/** Right edges and widths of the table's columns, from the right. */
const COLUMNS = [
  { right: RIGHT, width: INNER - 230 },
  { right: MARGIN + 230, width: 50 },
  { right: MARGIN + 175, width: 85 },
  { right: MARGIN + 85, width: 85 },
];

type Cell = string[];

/** A page that fills from the top; overflow goes to the next page. */
export class Page {
  readonly set: Typesetter;
  readonly #root: Branch;
  readonly #footer: string;
  #y = MARGIN;

  constructor(set: Typesetter, footer: string) {
    this.set = set;
    this.#footer = footer;
    this.#root = set.doc.struct('Document');
    set.doc.addStructure(this.#root);
  }

  gap(points: number): void {
    this.#y += points;
  }

  heading(tag: 'H1' | 'H2', text: string, size: number): void {
    this.#block(this.#root, tag, text, { size, bold: true });
    this.#y += size * 0.2;
  }

  paragraph(text: string, style: Style): void {
    this.#block(this.#root, 'P', text, style);
  }

  /** Titled blocks side by side, the first on the right. */
  columns(blocks: { title: string; lines: string[] }[]): void {
    const width = INNER / blocks.length;
    const top = this.#y;
    const ends = blocks.map(({ title, lines }, at) => {
      this.#y = top;
      const place = { right: RIGHT - at * width, width: width - 16 };
      this.#block(this.#root, 'H2', title, { size: 9.5, color: INK_2 }, place);
      lines.forEach((line, first) => {
        this.#block(this.#root, 'P', line, { size: 10.5, bold: first === 0 }, place);
      });
      return this.#y;
    });
    this.#y = Math.max(...ends);
  }

  /** The first column takes the remaining width; a cell's second line is small print. */
  table(head: string[], rows: Cell[][]): void {
    const table = this.#open(this.#root, 'Table');
    const headRow = this.#open(this.#open(table, 'THead'), 'TR');
    this.#rule(INK, 1);
    this.#row(
      headRow,
      head.map((title) => [title]),
      'TH',
      { size: 9.5, color: INK_2 },
    );
    this.#rule(LINE);
    const body = this.#open(table, 'TBody');
    for (const row of rows) {
      if (this.#y > BOTTOM - 44) this.#next();
      this.#row(this.#open(body, 'TR'), row, 'TD', { size: 10.5 });
      this.#rule(LINE);
    }
    table.end();
  }

  /** Names and sums in two columns at the page's left; the last row is the total. */
  sums(rows: [string, string][]): void {
    if (this.#y + rows.length * 18 > BOTTOM) this.#next();
    const table = this.#open(this.#root, 'Table');
    rows.forEach(([name, sum], at) => {
      const last = at === rows.length - 1;
      const style = last ? { size: 13, bold: true } : { size: 10.5 };
      if (last) this.#rule(INK, 1, MARGIN + 290);
      const row = this.#open(table, 'TR');
      const y = this.#y;
      this.#cell(row, 'TH', [name], { right: MARGIN + 290, width: 200 }, style);
      const after = this.#y;
      this.#y = y;
      this.#cell(row, 'TD', [sum], { right: MARGIN + 90, width: 90 }, style, 'left');
      this.#y = Math.max(after, this.#y) + 3;
    });
    table.end();
  }

  /** Lines of points of a box, drawn `width` wide from the right edge; `alt` is what screen readers say. */
  drawing(lines: [x: number, y: number][][], box: { width: number; height: number }, width: number, alt: string): void {
    const scale = width / box.width;
    const height = box.height * scale;
    if (this.#y + height > BOTTOM) this.#next();
    const { doc } = this.set;
    const [left, top] = [RIGHT - width, this.#y];
    const figure = doc.struct('Figure', { alt, lang: 'he-IL' }, [
      () => {
        for (const line of lines) {
          line.forEach(([x, y], at) => {
            const place: [number, number] = [left + x * scale, top + y * scale];
            if (at === 0) doc.moveTo(...place);
            else doc.lineTo(...place);
          });
          // A point by itself is a dot.
          if (line.length === 1)
            doc.lineTo(left + (line[0]?.[0] ?? 0) * scale + 0.1, top + (line[0]?.[1] ?? 0) * scale);
        }
        doc.lineWidth(1.4).lineCap('round').lineJoin('round').strokeColor(INK).stroke();
      },
    ]);
    this.#root.add(figure);
    figure.end();
    this.#y += height;
  }

  /** Watermark, if any, page numbers and the end of the tag tree. */
  finish(watermark = ''): void {
    const { doc, line, artifact } = this.set;
    this.#root.end();
    const { count } = doc.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      doc.switchToPage(at);
      if (watermark)
        artifact(() => {
          doc
            .save()
            .rotate(-35, { origin: [WIDTH / 2, HEIGHT / 2] })
            .fillOpacity(0.07);
          line(watermark, WIDTH / 2, HEIGHT / 2 - 110, { size: 150, bold: true }, 'center');
          doc.restore();
        });
      artifact(() => {
        line(this.#footer, RIGHT, HEIGHT - 48, { size: 8.5, color: INK_2 });
        line(`עמוד ${at + 1} מתוך ${count}`, MARGIN, HEIGHT - 48, { size: 8.5, color: INK_2 }, 'left');
      }, 'Pagination');
    }
  }

  #open(parent: Branch, tag: string): Branch {
    const branch = this.set.doc.struct(tag);
    parent.add(branch);
    return branch;
  }

  #row(row: Branch, cells: Cell[], tag: 'TH' | 'TD', style: Style): void {
    const top = this.#y + 4;
    const ends = cells.map((cell, at) => {
      this.#y = top;
      this.#cell(row, tag, cell, COLUMNS[at] ?? COLUMNS[0], style, at === 0 ? 'right' : 'left');
      return this.#y;
    });
    this.#y = Math.max(...ends) + 4;
  }

  #cell(
    row: Branch,
    tag: 'TH' | 'TD',
    [text = '', small = '']: Cell,
    place: { right: number; width: number } = { right: RIGHT, width: INNER },
    style: Style = { size: 10.5 },
    align: 'right' | 'left' = 'right',
  ): void {
    const cell = this.set.doc.struct(tag, tag === 'TH' ? { scope: style.size < 10 ? 'Column' : 'Row' } : {});
    row.add(cell);
    this.#block(cell, 'P', text, style, place, align);
    if (small) this.#block(cell, 'P', small, { size: 9, color: INK_2 }, place, align);
  }

  #block(
    parent: Branch,
    tag: string,
    text: string,
    style: Style,
    place = { right: RIGHT, width: INNER },
    align: 'right' | 'left' = 'right',
  ): void {
    const { line, wrap, element } = this.set;
    const height = style.size * 1.42;
    const lines = wrap(text, place.width, style);
    if (this.#y + lines.length * height > BOTTOM) this.#next();
    const top = this.#y;
    const x = align === 'right' ? place.right : place.right - place.width;
    element(parent, tag, text, () => {
      lines.forEach((part, at) => {
        line(part, x, top + at * height, style, align);
      });
    });
    this.#y = top + lines.length * height;
  }

  #rule(color: string, weight = 0.5, right = RIGHT): void {
    const { doc, artifact } = this.set;
    artifact(() => doc.moveTo(MARGIN, this.#y).lineTo(right, this.#y).lineWidth(weight).strokeColor(color).stroke());
    this.#y += 3;
  }

  #next(): void {
    this.set.doc.addPage({ size: 'A4', margin: 0 });
    this.#y = MARGIN;
  }
}
