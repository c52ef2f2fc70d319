import { MessageCircle } from 'lucide-react';
import { useLocation, useRouteLoaderData } from 'react-router';
import type { Widget } from '#contract/stores.ts';
import { ButtonLink } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useLeadBanner } from '~/anchors.ts';
import { useStore } from '~/store.ts';
import { linksOf } from './menus/links-of.ts';

/** Floating button that leads to the lead banner, or to the page of its form. */
function LeaveDetails() {
  const leaveDetails = useLeadBanner();
  return (
    <button
      type="button"
      onClick={leaveDetails}
      className="fixed end-4 bottom-20 z-30 inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full bg-action lg:px-5 font-semibold text-on-action shadow-floating hover:bg-action-hover md:bottom-6"
    >
      <MessageCircle aria-hidden className="size-5" />
      {/* On narrow screens the text would cover content. */}
      <span className="max-lg:sr-only">דברו איתנו</span>
    </button>
  );
}

/** Far down the page: rendered by the server, hydrated after the page's own code. */
const Benefits = lazyPart(() => import('./footer/benefits.tsx'));
const LeadBanner = lazyPart(() => import('../contact/lead-banner.tsx'));

const attributesOf = (widget: Widget): Record<string, string> =>
  Object.fromEntries(widget.attributes.map(({ key, value }) => [key, value]));

/**
 * The CENTER widgets, in the operator's sort order. Away from home only the lead banner stays, none on legal pages.
 * `first`: first path segment.
 */
export default function CenterWidgets({ first }: { first: string }) {
  const { layout } = useStore();
  const { pathname } = useLocation();
  if (first === 'page' && linksOf(layout.sub_footer).some(({ slug }) => pathname.endsWith(`/${slug?.name}`)))
    return null;
  const widgets = layout.widgets.filter(
    (widget) => widget.area.key === 'CENTER' && (first === '' || widget.component.key === 'lead_banner'),
  );
  return (
    <>
      {widgets.map((widget) => (
        <CenterWidget key={widget.id} widget={widget} />
      ))}
      {!['product', 'compare', 'spare-parts'].includes(first) && <LeaveDetails />}
    </>
  );
}

function CenterWidget({ widget }: { widget: Widget }) {
  const attributes = attributesOf(widget);
  const product = useRouteLoaderData<{ product: { id: string; name: string } }>('routes/catalogue/product')?.product;
  switch (widget.component.key) {
    case 'lead_banner':
      return (
        <LeadBanner
          title={attributes.title ?? ''}
          text={attributes.text ?? ''}
          button={attributes.button ?? 'שליחה'}
          product={product}
        />
      );
    case 'benefits':
      return <Benefits items={widget.items} />;
    case 'text_banner':
      return (
        <section aria-label={attributes.title} className="bg-ground-2">
          <div className="page flex flex-wrap items-center justify-between gap-6 py-14">
            <div className="max-w-2xl">
              <h2 className="text-2xl">{attributes.title}</h2>
              <p className="mt-3 text-lg text-ink-2">{attributes.text}</p>
            </div>
            {attributes.link && attributes.link_label && (
              <ButtonLink to={attributes.link} variant="secondary">
                {attributes.link_label}
              </ButtonLink>
            )}
          </div>
        </section>
      );
    default:
      return null;
  }
}
