import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Product } from '#contract/catalogue/products.ts';
import { productPath } from '#domain/text/links.ts';
import { useGo } from '#ui/hooks/use-go.ts';
import { usePageLeft } from '#ui/hooks/use-page-left.ts';
import { useToast } from '#ui/toasts.tsx';
import { call, messageOf } from '~/api.ts';
import { useCart, useCartDrawer } from '../cart/cart.tsx';
import { saveConfiguration, savedText } from '../favorites/save-thing.ts';
import { useShare } from '../product/share/use-share.tsx';
import type { useConfiguration } from './use-configuration.ts';

type Action = 'buy' | 'add' | 'keep' | 'share';
type Saved = { code: string; variantUid: string };

/** Buying, adding to the cart and sharing: each by a code, which the server issues for a valid configuration. */
export function useConfigurationActions(
  product: Product,
  { chosen, configured: { price }, keep: onSaved }: ReturnType<typeof useConfiguration>,
) {
  const [busy, setBusy] = useState<Action | null>(null);
  const navigate = useNavigate();
  /** A quote stored for exactly this configuration. */
  const quote = useSearchParams()[0].get('quote');
  const go = useGo();
  const toast = useToast();
  const cart = useCart();
  const { setOpen } = useCartDrawer();
  const { share, dialog } = useShare(product.name, 'הקישור להרכבה הועתק');
  const left = usePageLeft();
  const link = (code: string) => `${productPath(product.slug.name)}?config=${code}`;

  async function save(): Promise<Saved | null> {
    const reply = await call('POST /api/variants/configure', {
      body: { product_uid: product.id, choices: chosen, save: true },
    });
    if (reply.code === null || reply.variant_id === null) {
      const text = reply.broken[0]?.message ?? 'אפשר לרענן את הדף ולבחור מחדש';
      toast({ kind: 'danger', title: 'ההרכבה אינה אפשרית', text });
      return null;
    }
    const saved = { code: reply.code, variantUid: reply.variant_id };
    if (left.current) return saved;
    onSaved(reply.code);
    // Back and reload find the configuration in the URL.
    await navigate(`${link(reply.code)}${quote ? `&quote=${quote}` : ''}`, { replace: true, preventScrollReset: true });
    return saved;
  }

  const does = (action: Action, carryOn: (saved: Saved) => Promise<void>) => async () => {
    setBusy(action);
    try {
      const saved = await save();
      if (saved) await carryOn(saved);
    } catch (error) {
      toast({ kind: 'danger', title: messageOf(error) });
    } finally {
      setBusy(null);
    }
  };

  return {
    busy,
    buy: does('buy', async ({ code }) => {
      if (!left.current) go(`/purchase?${new URLSearchParams({ uid: code, ...(quote && { quote }) })}`);
    }),
    add: does('add', async ({ code, variantUid }) => {
      if (await cart.add({ id: variantUid, quantity: 1, configuration: code, price })) setOpen(true);
    }),
    keep: does('keep', async ({ code }) => {
      await saveConfiguration(code);
      toast({ kind: 'success', title: 'ההרכבה נשמרה', text: savedText() });
    }),
    sharing: dialog,
    share: does('share', async ({ code }) => {
      const url = `${location.origin}${link(code)}#configurator`;
      await share(url);
    }),
  };
}
