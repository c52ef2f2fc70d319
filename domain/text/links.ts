type MenuLink = { entity_type: string; custom_path: string | null; slug: { name: string } | null };

/** Target of a menu link; unknown kinds lead home. */
export function linkTarget({ entity_type, custom_path, slug }: MenuLink): { to: string; external: boolean } {
  switch (entity_type) {
    case 'OUTER_LINK':
      return { to: custom_path ?? '/', external: true };
    case 'INTERNAL_LINK':
      return { to: `/${(custom_path ?? '').replace(/^\/+/, '')}`, external: false };
    case 'PRODUCT':
      return { to: productPath(slug?.name), external: false };
    case 'COLLECTION':
      return { to: categoryPath(slug?.name), external: false };
    case 'CONTENT_PAGE':
      return { to: slug ? `/page/${encodeURIComponent(slug.name)}` : '/', external: false };
    default:
      return { to: '/', external: false };
  }
}

type StoredLink = { entity_type: string; custom_path?: string | null | undefined; slug?: string | null | undefined };

/** The same of a link as `menus.json` and the database have it. */
export const storedLinkPath = ({ entity_type, custom_path, slug }: StoredLink): string =>
  linkTarget({ entity_type, custom_path: custom_path ?? null, slug: slug ? { name: slug } : null }).to;

export const productPath = (slug: string | undefined): string => (slug ? `/product/${encodeURIComponent(slug)}` : '/');

/** In the query of a variant of which only the colour was chosen. */
export const OPEN_SIZE = 'choose';
/** The query of a product's address that names a variant; `sizeIsOpen`: its size is still to be chosen. */
export const variantQuery = (sku: string, sizeIsOpen = false): string =>
  `?variant=${encodeURIComponent(sku)}${sizeIsOpen ? `&${OPEN_SIZE}=size` : ''}`;

export const categoryPath = (slug: string | undefined): string =>
  slug ? `/category/${encodeURIComponent(slug)}` : '/';

/** What dials a number, however it is written: also with the country's (`+972 3…`), and in short (`*5678`). */
export const telHref = (phone: string): string => `tel:${phone.replace(/[^\d*+]/g, '')}`;
