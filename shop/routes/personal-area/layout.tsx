import { Outlet } from 'react-router';
import { AccountMenu } from '~/features/account/account-menu.tsx';
import { PendingPage } from '~/features/account/pending-page.tsx';
import { personalContext, privateHeaders } from '~/features/account/private-page.ts';
import { MergedNotice } from '~/features/account/sign-in/merged-notice.tsx';
import type { Route } from './+types/layout.ts';

export const headers = privateHeaders;

/** Each page below asks for itself too: the router may run its loader without this one's. */
export function loader({ context, request }: Route.LoaderArgs) {
  personalContext({ context, request });
  return null;
}

export default function PersonalAreaLayout() {
  return (
    <div className="page grid content-start gap-8 py-6 pb-24 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-16 lg:py-14">
      <AccountMenu />
      <div className="min-w-0">
        <MergedNotice />
        <PendingPage>
          <Outlet />
        </PendingPage>
      </div>
    </div>
  );
}
