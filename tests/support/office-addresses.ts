import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Life } from './office-life.ts';

/**
 * A real address of every screen of the office, by its route (`office/routes.ts`): a route without one fails
 * `office-screens.spec.ts`. What acts or answers without drawing a page is none.
 */
export const officeAddresses: Record<string, string | ((life: Life) => string)> = {
  '': '/',
  'sign-in': '/sign-in',
  join: '/join?ticket=nothing',
  account: '/account',
  staff: '/staff',
  'staff/:person': ({ person }) => `/staff/${person}`,
  roles: '/roles',
  'roles/:role': ({ role }) => `/roles/${role}`,
  keys: '/keys',
  orders: '/orders',
  'orders/new': '/orders/new',
  'orders/:order': ({ order }) => `/orders/${order}`,
  drafts: '/drafts',
  'drafts/:draft': ({ draft }) => `/drafts/${draft}`,
  approvals: '/approvals',
  leads: '/leads',
  'leads/:lead': ({ lead }) => `/leads/${lead}`,
  reviews: '/reviews',
  'reviews/:review': ({ review }) => `/reviews/${review}`,
  'trade-ins': '/trade-ins',
  'trade-ins/:tradeIn': ({ tradeIn }) => `/trade-ins/${tradeIn}`,
  'settings/trade-in': '/settings/trade-in',
  'questions/:question': ({ question }) => `/questions/${question}`,
  bookings: ({ visits }) => `/bookings?${visits}`,
  customers: '/customers',
  stock: '/stock',
  'stock/:variant': ({ variant }) => `/stock/${variant}`,
  products: '/products',
  'products/new': '/products/new',
  'products/bulk': '/products/bulk',
  'products/templates': '/products/templates',
  'products/:product/configurator': ({ product }) => `/products/${product}/configurator`,
  'products/:product': ({ product }) => `/products/${product}`,
  changes: '/changes',
  'changes/:change': ({ change }) => `/changes/${change}`,
  'customers/:customer': ({ customer }) => `/customers/${customer}`,
  'guests/:order': ({ order }) => `/guests/${order}`,
  components: '/components',
  'orders/:order/edit': ({ order }) => `/orders/${order}/edit`,
  'orders/:order/picking': ({ order }) => `/orders/${order}/picking`,
  'orders/:order/handover': ({ order }) => `/orders/${order}/handover`,
  documents: '/documents',
  'documents/:document': ({ document }) => `/documents/${document}`,
  messages: '/messages',
  'messages/:message': ({ message }) => `/messages/${message}`,
  import: '/import',
  'import/:import': (life) => `/import/${life.import}`,
  jobs: '/jobs',
  health: '/health',
  backups: '/backups',
  promotions: '/promotions',
  'promotions/new': '/promotions/new',
  'promotions/simulator': '/promotions/simulator',
  'promotions/:promotion': ({ promotion }) => `/promotions/${promotion}`,
  'content/home': '/content/home',
  'content/menus': '/content/menus',
  'content/redirects': '/content/redirects',
  'content/pages': '/content/pages',
  'content/pages/new': '/content/pages/new',
  'content/pages/:page': ({ page }) => `/content/pages/${page}`,
  'content/posts': '/content/posts',
  'content/posts/new': '/content/posts/new',
  'content/posts/:post': ({ post }) => `/content/posts/${post}`,
  categories: '/categories',
  'categories/:category': ({ category }) => `/categories/${category}`,
  'parts/fitment': '/parts/fitment',
  'parts/fitment/paste': '/parts/fitment/paste',
  'parts/diagrams': '/parts/diagrams',
  'parts/diagrams/new': '/parts/diagrams/new',
  'parts/diagrams/:diagram': ({ diagram }) => `/parts/diagrams/${diagram}`,
  settings: '/settings',
  'settings/stores/:store': ({ store }) => `/settings/stores/${store}`,
  'settings/stores/:store/webhook': ({ store }) => `/settings/stores/${store}/webhook`,
  'settings/stores/:store/new-branch': ({ store }) => `/settings/stores/${store}/new-branch`,
  'settings/branches/:branch': ({ branch }) => `/settings/branches/${branch}`,
  'stores/new': '/stores/new',
  'stores/:store/opening': ({ store }) => `/stores/${store}/opening`,
  '*': '/no-such-page',
};

/** The routes that draw a page: those of a `.tsx` file. */
export const drawnRoutes = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path = '', file, children }) => {
    if (children) return drawnRoutes(children);
    return file.endsWith('.tsx') ? [path] : [];
  });

export const addressOf = (route: string, life: Life): string => {
  const address = officeAddresses[route];
  if (address === undefined) throw new Error(`office-addresses.ts has no address of the screen “${route}”`);
  return typeof address === 'string' ? address : address(life);
};
