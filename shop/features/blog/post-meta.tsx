import type { PostPreview } from '#contract/content/blogs.ts';
import { formatLongDate } from '#domain/text/format.ts';

export const postPath = (slug: string): string => `/blog/${encodeURIComponent(slug)}`;

const reading = (minutes: number): string =>
  minutes === 1 ? 'דקת קריאה' : minutes === 2 ? 'שתי דקות קריאה' : `${minutes} דקות קריאה`;

/** Date and reading time. */
export const PostMeta = ({ post }: { post: Pick<PostPreview, 'published_at' | 'minutes'> }) => (
  <p className="flex flex-wrap gap-x-2 text-sm text-ink-3">
    <time dateTime={post.published_at}>{formatLongDate(post.published_at)}</time>
    <span aria-hidden>·</span>
    <span>{reading(post.minutes)}</span>
  </p>
);
