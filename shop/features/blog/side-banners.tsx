import type { Post } from '#contract/content/blogs.ts';
import { productPath } from '#domain/text/links.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { NoPicture } from '#ui/no-picture.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';

/** Beside a post: its products, and a contact. */
export function SideBanners({ products }: { products: Post['products'] }) {
  return (
    <aside
      aria-label="מהקטלוג"
      className="grid content-start gap-6 sm:grid-cols-2 lg:sticky lg:top-28 lg:grid-cols-1 lg:self-start"
    >
      {products.slice(0, 3).map((product) => (
        <section key={product.id} className="group relative rounded-xl bg-ground-2 p-5">
          {product.main_image ? (
            <Picture
              image={product.main_image}
              alt=""
              sizes="(min-width: 1024px) 280px, 45vw"
              className="mx-auto w-full"
            />
          ) : (
            <NoPicture className="aspect-4/3 w-full" />
          )}
          <h2 className="mt-3 text-lg font-bold">
            <Link to={productPath(product.slug.name)} className="after:absolute after:inset-0 group-hover:underline">
              <bdi>{product.name}</bdi>
            </Link>
          </h2>
          <p className="mt-1 text-sm text-ink-2">{product.subtitle}</p>
          <p className="mt-2 font-semibold">
            {product.starting_from && <span className="text-sm font-normal text-ink-3">החל מ־</span>}
            <Price value={product.price} />
          </p>
        </section>
      ))}
      <section className="on-dark rounded-xl bg-dark p-6 text-on-dark">
        <h2 className="text-xl font-bold">רוצים להתייעץ?</h2>
        <p className="mt-2 mb-5 text-on-dark-muted">השאירו פרטים ויועץ יחזור אליכם ביום העסקים הקרוב, בלי התחייבות.</p>
        <ButtonLink to="/contact" wide>
          יצירת קשר
        </ButtonLink>
      </section>
    </aside>
  );
}
