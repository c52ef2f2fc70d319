import type { Image } from '#contract/common.ts';
import type { TextPart } from '#domain/catalogue/video.ts';
import { Player } from '../product/gallery/player.tsx';

type Props = { parts: TextPart[]; name: string; poster: Image | null; className?: string };

/** Rich text with its films in place; they play when pressed. */
export function TextParts({ parts, name, poster, className = '' }: Props) {
  return (
    <div className="grid grid-cols-1 gap-8">
      {parts.map((part, index) =>
        'html' in part ? (
          <div
            key={index.toString()}
            className={`prose ${className}`}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was imported
            dangerouslySetInnerHTML={{ __html: part.html }}
          />
        ) : (
          <figure key={part.film.src} className="max-w-[70ch]">
            <div className="relative aspect-video overflow-hidden rounded-lg bg-ground-2">
              <Player video={part.film} title={part.title || `סרטון: ${name}`} poster={poster} />
            </div>
            {part.title && <figcaption className="mt-2 text-sm text-ink-3">{part.title}</figcaption>}
          </figure>
        ),
      )}
    </div>
  );
}
