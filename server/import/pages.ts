import { sanitizeRichText } from '../content/rich-text.ts';
import type { Description, Page } from './folder.ts';
import type { FileLocation, Problems } from './problems.ts';
import { formerSlugs, slug } from './schemas/cells.ts';
import { readText, reportBrokenLine } from './text-file.ts';

const head = /^<!--\s*title:\s*(.*?)\s*(?:\|\s*description:\s*(.*?)\s*)?(?:\|\s*former_slugs:\s*(.*?)\s*)?-->/s;

/** A content page: the first line holds title, description and former slugs. */
export async function readPage(root: string, store: string, name: string, problems: Problems): Promise<Page | null> {
  const file = `stores/${store}/pages/${name}`;
  const location = { file, unit: `store:${store}` } as const;
  const htmlFile = await readHtml(root, name, location, problems);
  if (!htmlFile) return null;
  const match = head.exec(htmlFile.text);
  if (!match?.[1]) {
    problems.add(
      { ...location, row: 1 },
      htmlFile.text.slice(0, 60),
      'does not begin with <!-- title: … | description: … -->',
    );
    return null;
  }
  const html = sanitizeRichText(htmlFile.text.slice(match[0].length));
  const former = formerSlugs.safeParse(match[3] ?? '');
  if (!former.success) {
    for (const { message } of former.error.issues)
      problems.add({ ...location, row: 1, column: 'former_slugs' }, match[3], message);
    return null;
  }
  const [, title, description = ''] = match;
  return { ...location, slug: htmlFile.slug, former_slugs: former.data, title, description, html };
}

export async function readDescription(root: string, name: string, problems: Problems): Promise<Description | null> {
  const location = { file: `catalogue/descriptions/${name}`, unit: `product:${name.replace(/\.html$/, '')}` } as const;
  const htmlFile = await readHtml(root, name, location, problems);
  return htmlFile && { ...location, slug: htmlFile.slug, html: sanitizeRichText(htmlFile.text) };
}

export async function readHtml(
  root: string,
  name: string,
  location: FileLocation,
  problems: Problems,
): Promise<{ slug: string; text: string } | null> {
  const parsed = slug.safeParse(name.replace(/\.html$/, '').normalize('NFC'));
  if (!parsed.success) {
    problems.add(location, name, `the file's name ${parsed.error.issues[0]?.message}`);
    return null;
  }
  const text = await readText(root, location, problems);
  if (text === null || reportBrokenLine(text, location, problems)) return null;
  return { slug: parsed.data, text: text.replace(/^\uFEFF/, '').normalize('NFC') };
}
