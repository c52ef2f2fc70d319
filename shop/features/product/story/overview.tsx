import { useMemo } from 'react';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import type { Image } from '#contract/common.ts';
import type { Video } from '#domain/catalogue/video.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { SwipeRow } from '#ui/narrow/swipe-row.tsx';
import { Picture } from '#ui/picture.tsx';
import { Player } from '../gallery/player.tsx';
import { ProductSection } from '../product-section.tsx';
import { type Reason, splitDescription } from './reasons.ts';

type Props = { product: Product; variant: Variant | undefined; videos: Video[] };

/** What the vehicle or the goods are, in words and pictures, then in films. */
export default function Overview({ product, variant, videos }: Props) {
  const images = variant?.product_images.length ? variant.product_images : product.product_images;
  return (
    <>
      <Description {...{ product, images }} />
      <Videos videos={videos} name={product.name} poster={product.main_image} />
    </>
  );
}

/** Its beginning as text, then each reason with a picture. On a phone the reasons are swiped. */
function Description({ product, images }: { product: Product; images: Image[] }) {
  const { lead, reasons } = useMemo(() => splitDescription(product.description), [product.description]);
  if (!product.description) return null;
  // The first picture is the page's own, which the gallery shows already; what is seen from near says most about a
  // reason.
  const [, ...rest] = images;
  const pictures = rest.toSorted((a, b) => +isDetail(b) - +isDetail(a));
  return (
    <ProductSection id="overview" title={product.kind === 'VEHICLE' ? 'על הדגם' : 'על המוצר'}>
      <Html html={lead} className="prose lg:text-lg" />
      {reasons.length > 0 && (
        <SwipeRow label="הסיבות לבחור" className={classNames('lg:grid lg:gap-8', columnsOf(reasons.length))}>
          {reasons.map((reason, at) => (
            <Card key={reason.title} reason={reason} image={pictures[at]} of={reasons.length} />
          ))}
        </SwipeRow>
      )}
    </ProductSection>
  );
}

/** In rows that none is left alone in. */
function columnsOf(reasons: number): string {
  if (reasons === 4) return 'lg:grid-cols-2 xl:grid-cols-4 xl:gap-6';
  return reasons > 2 ? 'lg:grid-cols-3' : 'lg:grid-cols-2';
}

const isDetail = ({ view }: Image) => view.startsWith('detail-');

function sizesOf(reasons: number): string {
  if (reasons === 1) return '(min-width: 1024px) 40vw, 92vw';
  if (reasons === 4) return '(min-width: 1280px) 22vw, (min-width: 1024px) 46vw, 82vw';
  return `(min-width: 1024px) ${reasons === 2 ? 24 : 30}vw, 82vw`;
}

type CardProps = { reason: Reason; image: Image | undefined; of: number };

/** Three and more stand in columns; one or two have their picture beside the text. */
const Card = ({ reason, image, of }: CardProps) => (
  <li
    className={classNames(
      'swipe-card grid content-start gap-3',
      of < 3 && 'lg:grid-cols-2 lg:items-center lg:gap-8 lg:only:col-span-2',
    )}
  >
    {image && (
      <Picture
        image={image}
        alt={image.alt}
        sizes={sizesOf(of)}
        className={classNames(
          'aspect-3/2 w-full rounded-lg bg-ground-2',
          // What is seen from near is cut off at the picture's edges, and fills its frame.
          isDetail(image) ? 'object-cover' : 'object-contain p-2',
        )}
      />
    )}
    <div className={image || of > 2 ? undefined : 'lg:col-span-2'}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was imported */}
      <h3 className="text-xl" dangerouslySetInnerHTML={{ __html: reason.title }} />
      <Html html={reason.html} className="prose mt-2 text-ink-2" />
    </div>
  </li>
);

const Html = ({ html, className }: { html: string; className: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was imported
  <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
);

function Videos({ videos, name, poster }: { videos: Video[]; name: string; poster: Image | null }) {
  if (videos.length === 0) return null;
  return (
    <ProductSection title="בסרטון">
      <ul className={videos.length > 1 ? 'grid gap-6 lg:grid-cols-2' : 'mx-auto grid max-w-5xl'}>
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
