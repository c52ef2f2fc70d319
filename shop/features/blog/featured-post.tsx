import { ArrowLeft } from 'lucide-react';
import type { PostPreview } from '#contract/content/blogs.ts';
import { buttonLook } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { NoPicture } from '#ui/no-picture.tsx';
import { Picture } from '#ui/picture.tsx';
import { PostMeta, postPath } from './post-meta.tsx';

/** The magazine's featured post, with the widest picture. */
export function FeaturedPost({ post }: { post: PostPreview }) {
  const to = postPath(post.slug.name);
  return (
    <article className="grid overflow-hidden rounded-xl bg-ground-2 lg:grid-cols-[1.6fr_1fr]">
      <Link to={to} tabIndex={-1} aria-hidden className="grid place-items-center p-3 sm:p-8">
        {post.image ? (
          <Picture
            image={post.image}
            alt=""
            priority
            sizes="(min-width: 1568px) 822px, (min-width: 1024px) calc(57vw - 64px), (min-width: 600px) calc(92vw - 64px), calc(92vw - 24px)"
            className="aspect-4/3 w-full object-contain"
          />
        ) : (
          <NoPicture className="aspect-4/3 w-full" />
        )}
      </Link>
      <div className="flex flex-col items-start justify-center gap-4 p-6 pt-0 sm:p-10 lg:ps-4">
        <p className="font-semibold text-action-ink">{post.category.name}</p>
        <h2 className="text-3xl font-black text-balance">
          <Link to={to} className="hover:underline">
            {post.title}
          </Link>
        </h2>
        <p className="max-w-prose text-lg text-ink-2">{post.description}</p>
        <PostMeta post={post} />
        <Link to={to} aria-label={`להמשך קריאה: ${post.title}`} className={buttonLook({ size: 'lg' })}>
          להמשך קריאה <ArrowLeft aria-hidden className="size-5" />
        </Link>
      </div>
    </article>
  );
}
