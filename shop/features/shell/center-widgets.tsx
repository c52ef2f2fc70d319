import { MessageCircle } from 'lucide-react';
import { useLocation, useRouteLoaderData } from 'react-router';
import type { Widget } from '#contract/stores.ts';
import { linkTarget } from '#domain/text/links.ts';
import { ButtonLink } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useLeadBanner } from '~/lead-banner-link.ts';
import { useStore } from '~/store.ts';
import { linksOf } from './menus/links-of.ts';

/**
 * Floating button that leads to the lead banner, or to the page of its form. It follows the window only down to where
 * it stands in the page, so that it never lies over the banner. From tablets on it lies in the page's margin and says
 * its name when it is pointed at; a phone has no such margin, and there it leaves with the head while one scrolls down.
 */
function LeaveDetails() {
  const leaveDetails = useLeadBanner();
  return (
    <button
      type="button"
      onClick={leaveDetails}
      className="leave-details group bg-action font-semibold text-on-action shadow-floating hover:bg-action-hover"
    >
      <MessageCircle aria-hidden className="size-5 shrink-0" />
      <span className="sr-only md:group-hover:not-sr-only md:group-focus-visible:not-sr-only">דברו איתנו</span>
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
  if (first === 'page' && linksOf(layout.sub_footer).some((link) => linkTarget(link).to === pathname)) return null;
  const widgets = layout.widgets.filter(
    (widget) => widget.area.key === 'CENTER' && (first === '' || widget.component.key === 'lead_banner'),
  );
  const form = widgets.findIndex(({ component }) => component.key === 'lead_banner');
  const above = form < 0 ? widgets.length : form;
  const show = (widget: Widget) => <CenterWidget key={widget.id} widget={widget} />;
  return (
    <>
      {widgets.slice(0, above).map(show)}
      {!['product', 'compare', 'spare-parts'].includes(first) && <LeaveDetails />}
      {widgets.slice(above).map(show)}
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
