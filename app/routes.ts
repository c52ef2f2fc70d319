import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('purchase', 'routes/purchase.tsx'),
  route('success', 'routes/success.tsx'),
  route('thank-you', 'routes/thank-you.tsx'),
  route('order/:secret', 'routes/order.tsx'),
  route('product/:slug?', 'routes/product.tsx'),
  route('page/:slug?', 'routes/page.tsx'),
  route('contact', 'routes/contact.tsx'),
  route('distributors', 'routes/distributors.tsx'),
  route('sitemap', 'routes/sitemap.tsx'),
  route('cancellation', 'routes/cancellation.tsx'),
  route('category/:slug?', 'routes/category.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
