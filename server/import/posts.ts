import { type Html, sanitizeRichText } from '../content/rich-text.ts';
import { readHtml } from './pages.ts';
import type { Problems, Unit } from './problems.ts';
import { type PostHead, postHead } from './schemas/posts.ts';

export type Post = { file: string; unit: Unit; slug: string; head: PostHead; html: Html };

const comment = /^\s*<!--(.*?)-->/s;

/** A post of the blog: a comment with its metadata, then its text. */
export async function readPost(root: string, store: string, name: string, problems: Problems): Promise<Post | null> {
  const location = { file: `stores/${store}/posts/${name}`, unit: `store:${store}` } as const;
  const htmlFile = await readHtml(root, name, location, problems);
  if (!htmlFile) return null;
  const match = comment.exec(htmlFile.text);
  if (!match) {
    problems.add({ ...location, row: 1 }, htmlFile.text.slice(0, 60), 'does not begin with <!-- title: … -->');
    return null;
  }
  const lines = (match[1] ?? '').split('\n').filter((line) => line.trim());
  const cells = lines.map((line) => line.split(/:(.*)/s).map((part) => part.trim()));
  const head = postHead.safeParse(Object.fromEntries(cells.map(([key = '', value]) => [key, value || null])));
  if (!head.success) {
    for (const issue of head.error.issues)
      problems.add({ ...location, column: String(issue.path[0] ?? '') }, null, issue.message);
    return null;
  }
  return {
    ...location,
    slug: htmlFile.slug,
    head: head.data,
    html: sanitizeRichText(htmlFile.text.slice(match[0].length)),
  };
}
