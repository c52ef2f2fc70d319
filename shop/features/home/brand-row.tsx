import type { ProductsBrand } from '#contract/catalogue/products.ts';
import { Link } from '#ui/link.tsx';

/** For a store with many brands: all of them, in the company's sort order. */
export function BrandRow({ brands }: { brands: ProductsBrand[] }) {
  return (
    <nav aria-label="המותגים שלנו" className="border-b border-line">
      <ul className="page flex snap-x items-stretch justify-between gap-x-2 overflow-x-auto py-3 [scrollbar-width:none] md:py-5">
        {brands.map((brand) => (
          <li key={brand.id} className="shrink-0 snap-start first:-ms-4 last:-me-4">
            <Link
              to={`/category?brand=${encodeURIComponent(brand.key)}`}
              className="group grid min-h-14 content-center justify-items-center rounded-md px-4 text-center hover:bg-ground-2"
            >
              <bdi className="text-xl leading-tight font-black text-ink-2 transition-colors group-hover:text-action-ink md:text-2xl">
                {brand.name_en}
              </bdi>
              <span className="text-xs text-ink-3">{brand.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
