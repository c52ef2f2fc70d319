import { productPath } from '#domain/text/links.ts';
import { call, messageOf } from '~/api.ts';

type Goods = { product: { id: string; slug: { name: string } }; choices: string[]; quote: string | null };
type Told = { kind: 'danger'; title: string };

/** The code of a configuration, and the URL that opens it again; `null` after saying what went wrong. */
export async function saveConfigured({ product, choices, quote }: Goods, tell: (message: Told) => void) {
  try {
    const { code, broken, variant_id } = await call('POST /api/variants/configure', {
      body: { product_uid: product.id, choices, save: true },
    });
    if (code !== null && variant_id !== null) {
      const query = new URLSearchParams({ config: code, ...(quote && { quote }) });
      return { id: variant_id, configuration: code, path: `${productPath(product.slug.name)}?${query}` };
    }
    tell({ kind: 'danger', title: broken[0]?.message ?? 'ההרכבה אינה אפשרית' });
  } catch (error) {
    tell({ kind: 'danger', title: messageOf(error) });
  }
  return null;
}
