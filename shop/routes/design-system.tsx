import { useState } from 'react';
import type { MetaDescriptor } from 'react-router';
import { themeOf } from '#domain/catalogue/theme.ts';
import { getProducts } from '#server/catalogue/products/products.ts';
import { listStoreThemes } from '#server/stores/store-themes.ts';
import { contextOf } from '~/context.ts';
import { Buttons, Fields, Messages, Navigation, Overlays } from '~/features/design-system/components.tsx';
import { Palettes } from '~/features/design-system/palettes.tsx';
import { Products } from '~/features/design-system/products.tsx';
import { States } from '~/features/design-system/states.tsx';
import { Colours, Measures, Motion, Type } from '~/features/design-system/tokens.tsx';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/design-system.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

/** For those who build the site: in development and in demo mode, and linked from nowhere. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  if (ctx.env.MODE !== 'demo' && !import.meta.env.DEV) throw new Response(null, { status: 404 });
  const products = await getProducts(ctx, { kind: 'VEHICLE', sort: 'recommended', page: 1, page_size: 4 });
  return {
    head: headOf(ctx.store, { title: 'מערכת העיצוב', path: '/design-system', noindex: true }),
    palettes: await listStoreThemes(ctx),
    products: products.items,
  };
}

export default function DesignSystem({ loaderData: { palettes, products } }: Route.ComponentProps) {
  const [settings, setSettings] = useState(palettes[0]?.settings ?? {});
  return (
    <div style={themeOf(settings)} className="bg-ground text-ink">
      <div className="page grid grid-cols-1 gap-16 py-10 md:gap-24 md:py-16">
        <div>
          <h1 className="text-4xl font-black">מערכת העיצוב</h1>
          <p className="mt-4 max-w-[60ch] text-lg text-ink-2">
            כל מה שממנו בנויים הדפים, בכל מצב, בצבעים של כל חנות. הצבעים נגזרים משלושת הצבעים שקובע המפעיל: פעולה, רקע
            כהה והדגשה.
          </p>
        </div>
        <Palettes palettes={palettes} settings={settings} onChange={setSettings} />
        <Colours theme={themeOf(settings)} />
        <Type />
        <Measures />
        <Motion />
        <Buttons />
        <Fields />
        <Navigation />
        <Overlays />
        <Messages />
        <Products products={products} />
        <States />
      </div>
    </div>
  );
}
