import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('purchase', 'routes/purchase.tsx'),
  route('success', 'routes/success.tsx'),
  route('thank-you', 'routes/thank-you.tsx'),
  route('order/:secret', 'routes/order.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
