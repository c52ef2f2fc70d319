import { redirect } from 'react-router';
import type { Route } from './+types/find-order-moved.ts';

/** Links in sent messages and bookmarks lead here. */
export const loader = ({ url }: Route.LoaderArgs) => redirect(`/order${url.search}`, 301);
