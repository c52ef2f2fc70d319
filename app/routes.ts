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
  route('login', 'routes/login.tsx'),
  route('signup', 'routes/signup.tsx'),
  route('personal-area', 'routes/personal-area/layout.tsx', [
    index('routes/personal-area/dashboard.tsx'),
    route('orders/accessories', 'routes/personal-area/orders.tsx'),
    route('orders/order-details', 'routes/personal-area/order-details.tsx'),
    route('favorites', 'routes/personal-area/favorites.tsx'),
    route('edit-details/general?', 'routes/personal-area/edit-details.tsx'),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
