import type { PostPreview } from '#contract/content/blogs.ts';
import { Link } from '#ui/link.tsx';
import { NoPicture } from '#ui/no-picture.tsx';
import { Picture } from '#ui/picture.tsx';
import { PostMeta, postPath } from './post-meta.tsx';

/** `wide`: half of the page on the widest screens, too. */
type Props = { post: PostPreview; heading?: 'h2' | 'h3'; wide?: boolean };

/** A post in a list: picture, category, title and description. */
export function PostCard({ post, heading: Heading = 'h2', wide = false }: Props) {
  return (
    <article className="group relative flex h-full flex-col">
      <div className="grid aspect-4/3 place-items-center overflow-hidden rounded-xl bg-ground-2">
        {post.image ? (
          <Picture
            image={post.image}
            alt=""
            sizes={wide ? '(min-width: 600px) 45vw, 92vw' : '(min-width: 1200px) 380px, (min-width: 600px) 45vw, 92vw'}
            className="size-full object-contain p-4 transition-transform duration-300 group-hover:scale-103"
          />
        ) : (
          <NoPicture className="size-full" />
        )}
      </div>
      <p className="mt-4 text-sm font-semibold text-action-ink">{post.category.name}</p>
      <Heading className="mt-1 text-xl font-bold text-balance">
        <Link to={postPath(post.slug.name)} className="after:absolute after:inset-0 group-hover:underline">
          {post.title}
        </Link>
      </Heading>
      <p className="mt-2 mb-3 line-clamp-3 text-ink-2">{post.description}</p>
      <div className="mt-auto">
        <PostMeta post={post} />
      </div>
    </article>
  );
}
