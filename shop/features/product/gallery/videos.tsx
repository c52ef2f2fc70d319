import type { Image } from '#contract/common.ts';
import type { Video } from '#domain/catalogue/video.ts';
import { ProductSection } from '../product-section.tsx';
import { Player } from './player.tsx';

type Props = { videos: Video[]; name: string; poster: Image | null };

export default function Videos({ videos, name, poster }: Props) {
  if (videos.length === 0) return null;
  return (
    <ProductSection title="בסרטון">
      <ul className={videos.length > 1 ? 'grid gap-6 lg:grid-cols-2' : 'grid max-w-5xl'}>
        {videos.map((video, index) => {
          const title = videos.length > 1 ? `סרטון ${index + 1}: ${name}` : `סרטון: ${name}`;
          return (
            <li key={video.src} className="relative aspect-video overflow-hidden rounded-lg bg-ground-2">
              <Player video={video} title={title} poster={poster} />
            </li>
          );
        })}
      </ul>
    </ProductSection>
  );
}
