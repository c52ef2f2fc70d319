import type { MetaDescriptor } from 'react-router';
import { toCustomer } from '#server/customers/profile.ts';
import { isFresh } from '#server/identity/tokens.ts';
import { EditDetails } from '~/features/account/details/edit-details.tsx';
import { EditTabs } from '~/features/account/details/edit-tabs.tsx';
import { OwnPhone } from '~/features/account/details/own-phone.tsx';
import { OwnPicture } from '~/features/account/details/own-picture.tsx';
import { personalContext, privateHeaders, sameAgain } from '~/features/account/private-page.ts';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/edit-details.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

const PATH = '/personal-area/edit-details/general';

export function loader({ context, request }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  const customer = toCustomer(ctx.customer);
  return {
    customer,
    fresh: isFresh(ctx, customer.uuid),
    head: headOf(ctx.store, { title: 'עריכת הפרטים', path: PATH, noindex: true }),
  };
}

export const action = sameAgain;

export default function EditDetailsPage({ loaderData: { customer, fresh } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-3xl font-black">הפרטים שלי</h1>
      <EditTabs />
      <OwnPicture src={customer.image_src} />
      <EditDetails customer={customer} />
      <OwnPhone phone={customer.phone} fresh={fresh} to={PATH} />
    </>
  );
}
