import { Share2 } from 'lucide-react';
import type { Product } from '#contract/catalogue/products.ts';
import { IconButton } from '#ui/button.tsx';
import { useShare } from './use-share.tsx';

/** Shares the page's URL, with the chosen variant. */
export default function ShareButton({ product: { name, subtitle } }: { product: Product }) {
  const { share, dialog } = useShare(name);
  return (
    <>
      <IconButton
        label={`שיתוף ${name}`}
        onClick={() => share(location.href, subtitle)}
        className="text-ink-2 noscript:hidden"
      >
        <Share2 aria-hidden strokeWidth={1.75} className="size-5.5" />
      </IconButton>
      {dialog}
    </>
  );
}
