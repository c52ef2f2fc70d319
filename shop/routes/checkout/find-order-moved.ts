import { redirect } from 'react-router';
import type { Route } from './+types/find-order-moved.ts';

/** Links in sent messages and bookmarks lead here. */
export const loader = ({ request }: Route.LoaderArgs) => redirect(`/order${new URL(request.url).search}`, 301);
