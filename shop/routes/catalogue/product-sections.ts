/** What stands below the first screen of most products, in one file that comes after the page's own. */
export { default as Visit } from '~/features/contact/visit.tsx';
export { default as FinanceSection } from '~/features/finance/finance-section.tsx';
export { default as StickyBar } from '~/features/product/buy/sticky-bar.tsx';
export { default as Related } from '~/features/product/card/related.tsx';
export { default as SafetySystems } from '~/features/product/safety-systems.tsx';
export { default as Specifications } from '~/features/product/specifications.tsx';
export { default as Anchors } from '~/features/product/story/anchors.tsx';
export { default as Overview } from '~/features/product/story/overview.tsx';
export { default as Questions } from '~/features/reviews/reviews.tsx';
