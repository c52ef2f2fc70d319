import { redirect } from 'react-router';
import type { Route } from './+types/find-order-moved.ts';

/** The page that finds an order was here before. */
export const loader = ({ request }: Route.LoaderArgs) => redirect(`/order${new URL(request.url).search}`, 301);
