import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { Zip, ZipDeflate } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Fixed parts of a workbook with one sheet (ECMA-376 part 1). Style 1 is bold. */
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Arial"/></font><font><b/><sz val="11"/><name val="Arial"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

/** Right to left, as Hebrew tables are read, with a frozen header. */
const SHEET_START = `<worksheet xmlns="${MAIN}"><sheetViews><sheetView rightToLeft="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="18"/><sheetData>`;
const SHEET_END = '</sheetData></worksheet>';

/** A fixed time, so that equal rows make equal files. */
const AT = new Date(2000, 0, 1);

export type Line = (string | number)[];

/** Writes a workbook of one sheet row by row, with constant memory. */
export function writeWorkbook(path: string): { add: (line: Line) => Promise<void>; end: () => Promise<void> } {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = finished(file);
  written.catch(() => {}); // reported by the next write, or by `end`
  const zip = new Zip((error, part) => {
    if (error) file.destroy(error);
    else file.write(part);
  });
  const encoder = new TextEncoder();
  const open = (name: string): ZipDeflate => {
    const entry = new ZipDeflate(name);
    entry.mtime = AT;
    zip.add(entry);
    return entry;
  };
  for (const [name, text] of Object.entries(PARTS)) open(name).push(encoder.encode(HEAD + text), true);
  const sheet = open('xl/worksheets/sheet1.xml');
  sheet.push(encoder.encode(HEAD + SHEET_START));
  let row = 0;
  return {
    async add(line) {
      sheet.push(encoder.encode(rowXml(line, ++row)));
      if (file.errored) throw file.errored;
      if (file.writableNeedDrain) await once(file, 'drain');
    },
    async end() {
      sheet.push(encoder.encode(SHEET_END), true);
      zip.end();
      file.end();
      await written;
    },
  };
}

function rowXml(line: Line, row: number): string {
  const style = row === 1 ? ' s="1"' : '';
  const cells = line.map((cell, at) => {
    if (cell === '') return '';
    const place = `<c r="${columnName(at)}${row}"${style}`;
    if (typeof cell === 'number') return `${place}><v>${cell}</v></c>`;
    return `${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  });
  return `<row r="${row}">${cells.join('')}</row>`;
}

const columnName = (at: number): string =>
  (at < 26 ? '' : String.fromCharCode(64 + Math.floor(at / 26))) + String.fromCharCode(65 + (at % 26));

/**
 * Characters that XML can't hold, or would change, are written `_xHHHH_`; text that already looks so gets its
 * underscore escaped (ST_Xstring).
 */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
      /[\u0000-\u0008\u000B\u000C\u000D\u000E-\u001F\uFFFE\uFFFF]/g,
      (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
