import { data } from 'react-router';
import { assignOwner } from '#server/office/orders/actions/assign.ts';
import { advance, deliver } from '#server/office/orders/actions/progress.ts';
import { act } from '../../load.ts';

export const loader = () => {
  throw data(null, { status: 404 });
};

/** What is done with many of a list's orders: the page asks for each, one after the other (`bulk-bar.tsx`). */
export const action = act({ advance, deliver, assign: assignOwner });
