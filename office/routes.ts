import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  route('sign-in', 'routes/entry/sign-in.tsx'),
  route('join', 'routes/entry/join.tsx'),
  route('passkey-options', 'routes/entry/passkey-options.ts'),
  route('sign-out', 'routes/entry/sign-out.ts'),
  route('views', 'routes/views.ts'),
  route('preferences', 'routes/preferences.ts'),
  route('notices', 'routes/notices.ts'),
  route('search', 'routes/search.ts'),
  route('leads.csv', 'routes/leads/export-leads.ts'),
  route('customers/:customer/export', 'routes/customers/export-customer.ts'),
  layout('shell/shell.tsx', [
    index('routes/home.tsx'),
    route('orders', 'routes/orders/orders.tsx'),
    route('orders/:order', 'routes/orders/order.tsx'),
    route('approvals', 'routes/approvals/approvals.tsx'),
    route('leads', 'routes/leads/leads.tsx'),
    route('leads/:lead', 'routes/leads/lead.tsx'),
    route('bookings', 'routes/bookings/bookings.tsx'),
    route('customers', 'routes/customers/customers.tsx'),
    route('changes', 'routes/changes/changes.tsx'),
    route('changes/:change', 'routes/changes/change.tsx'),
    route('customers/:customer', 'routes/customers/customer.tsx'),
    route('components', 'routes/components.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig;
