import { useNavigate, useSearchParams } from 'react-router';
import type { Product } from '#contract/catalogue/products.ts';
import { loadChunk } from '#ui/hooks/load-chunk.ts';
import { usePageLeft } from '#ui/hooks/use-page-left.ts';
import { useToast } from '#ui/toasts.tsx';
import { useChangedChoices } from '~/changed-choices.ts';
import { CompareButton } from '../compare/lazy-button.ts';
import ShareButton from './share/share-button.tsx';

/** Beside the name: what else can be done with the product. */
export default function HeroActions({ product, isVehicle }: { product: Product; isVehicle: boolean }) {
  return (
    <>
      <ShareButton product={product} />
      {isVehicle && <CompareChosen product={product} />}
    </>
  );
}

/** What the page shows is compared: its colour, or what was put together, which is saved for it. */
function CompareChosen({ product }: { product: Product }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const toast = useToast();
  const changed = useChangedChoices(product.id);
  const left = usePageLeft();
  const sku = search.get('variant');
  const of = search.get('config') ?? sku ?? undefined;
  const variant = product.variants.find((one) => (changed ? one.id === changed.variant : one.sku === sku));

  async function save(): Promise<string | null> {
    const { saveConfigured } = await loadChunk(() => import('./buy/save-configured.ts'));
    const goods = { product, choices: changed?.choices ?? [], quote: search.get('quote') };
    const savedGoods = await saveConfigured(goods, toast);
    // From now on the page's address says what is compared.
    if (savedGoods && !left.current) await navigate(savedGoods.path, { replace: true, preventScrollReset: true });
    return savedGoods?.configuration ?? null;
  }
  return (
    <CompareButton
      product={{ ...product, main_image: variant?.product_images[0] ?? product.main_image }}
      of={of}
      save={changed ? save : undefined}
    />
  );
}
