import { strToU8, zipSync } from 'fflate';

export type Cell = string | number | boolean | null | { xml: string };

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function cellXml(cell: Cell, at: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'object') return cell.xml;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const sheetXml = (rows: Cell[][]): string =>
  `<worksheet xmlns="${MAIN}"><sheetData>${rows
    .map((row, y) => {
      const cells = row.map((cell, x) => cellXml(cell, `${String.fromCharCode(65 + x)}${y + 1}`)).join('');
      return `<row r="${y + 1}">${cells}</row>`;
    })
    .join('')}</sheetData></worksheet>`;

type Shared = { sharedStrings: string[] };

/**
 * For tests: an XLSX file of these sheets, as spreadsheets write it; style 1 is a date. `sharedStrings` are named by
 * `t="s"`.
 */
export function workbook(...parts: (Cell[][] | Shared)[]): Buffer {
  const sheets = parts.filter((part): part is Cell[][] => Array.isArray(part));
  const shared = parts.find((part): part is Shared => !Array.isArray(part))?.sharedStrings;
  const each = (part: (at: number) => string): string => sheets.map((_, at) => part(at + 1)).join('');
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}">${relation('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((at) => `<sheet name="S${at}" sheetId="${at}" r:id="r${at}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}">${each((at) => relation(`r${at}`, 'worksheet', `worksheets/sheet${at}.xml`))}${relation('s', 'styles', 'styles.xml')}${shared ? relation('t', 'sharedStrings', 'sharedStrings.xml') : ''}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
  if (shared)
    files['xl/sharedStrings.xml'] =
      `<sst xmlns="${MAIN}">${shared.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`;
  sheets.forEach((rows, at) => {
    files[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(rows);
  });
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level: 1 }),
  );
}
