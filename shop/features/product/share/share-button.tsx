import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Product } from '#contract/catalogue/products.ts';
import { IconButton } from '#ui/button.tsx';
import { loadChunk } from '#ui/hooks/load-chunk.ts';
import { useToast } from '#ui/toasts.tsx';
import { useChangedChoices } from '~/changed-choices.ts';
import { useShare } from './use-share.tsx';

/** Shares the page's URL with the chosen variant, or with what was put together on the page, which is saved for it. */
export default function ShareButton({ product }: { product: Product }) {
  const { name, subtitle } = product;
  const { share, dialog } = useShare(name);
  const changed = useChangedChoices(product.id);
  const quote = useSearchParams()[0].get('quote');
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    if (busy) return;
    if (!changed) return share(location.href, subtitle);
    setBusy(true);
    const { saveConfigured } = await loadChunk(() => import('../buy/save-configured.ts'));
    const savedGoods = await saveConfigured({ product, choices: changed.choices, quote }, toast);
    setBusy(false);
    if (savedGoods) await share(`${location.origin}${savedGoods.path}#configurator`, subtitle);
  }
  return (
    <>
      <IconButton
        label={`שיתוף ${name}`}
        aria-busy={busy || undefined}
        onClick={send}
        className="text-ink-2 noscript:hidden"
      >
        <Share2 aria-hidden strokeWidth={1.75} className="size-5.5" />
      </IconButton>
      {dialog}
    </>
  );
}
