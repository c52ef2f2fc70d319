import { editContact } from '#server/office/settings/contact.ts';
import {
  editDeliveries,
  editFinance,
  editIdentity,
  editMessages,
  editPurchase,
  editTheme,
  editWords,
  restoreDelivery,
} from '#server/office/settings/edit-store.ts';
import { readSettings } from '#server/office/settings/read-store.ts';
import { setSingleDay, unsetSingleDay } from '#server/office/settings/single-days.ts';
import { setGate, setState } from '#server/office/settings/store-state.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PageHead, ShopLink } from '../../components/page-head.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/store.ts';
import { AnchorTabs } from './anchor-tabs.tsx';
import { OpeningBadge } from './opening-badge.tsx';
import { BranchesPanel } from './panels/branches-panel.tsx';
import { DeliveriesPanel } from './panels/deliveries-panel.tsx';
import { financeFields } from './panels/finance-fields.ts';
import { IdentityPanels } from './panels/identity-panels.tsx';
import { MessagesPanel } from './panels/messages-panel.tsx';
import { purchaseFields } from './panels/purchase-fields.ts';
import { SectionPanel } from './panels/section-panel.tsx';
import { StatePanel } from './panels/state-panel.tsx';
import { ThemePanel } from './panels/theme-panel.tsx';
import { wordsFields } from './panels/words-fields.ts';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readSettings(ctx, { store: params.store }));

export const action = act(
  {
    state: setState,
    gate: setGate,
    identity: editIdentity,
    contact: editContact,
    theme: editTheme,
    purchase: editPurchase,
    words: editWords,
    messages: editMessages,
    deliveries: editDeliveries,
    restore: restoreDelivery,
    finance: editFinance,
    day: setSingleDay,
    usualDay: unsetSingleDay,
  },
  {
    says: {
      identity: 'הפרטים נשמרו',
      contact: 'פרטי הקשר נשמרו ומוצגים בחנות',
      theme: 'העיצוב נשמר ומוצג בחנות',
      purchase: 'תנאי הרכישה נשמרו',
      words: 'המילים נשמרו',
      messages: 'הנוסח נשמר, וההודעות הבאות יישלחו בו',
      deliveries: 'המשלוחים נשמרו, ומוצעים כך בחנות',
      finance: 'תוכניות המימון נשמרו',
    },
  },
);

export type SettingsData = Route.ComponentProps['loaderData'];

export default function StoreSettings({ loaderData: data }: Route.ComponentProps) {
  const { store, opening } = data;
  return (
    <>
      <PageHead
        title={`הגדרות ${store.name}`}
        back={{ to: '/settings', label: 'הגדרות' }}
        badges={<OpeningBadge opening={opening} />}
        actions={
          <>
            <ButtonLink to={`/settings/stores/${store.uuid}/webhook`} variant="secondary" size="sm">
              <bdi>Webhook</bdi>
            </ButtonLink>
            <ShopLink to={store.url}>לחנות</ShopLink>
          </>
        }
      />
      <AnchorTabs
        key={store.uuid}
        label="הגדרות החנות"
        tabs={[
          { id: 'state', label: 'פתיחה', content: <StatePanel data={data} /> },
          { id: 'identity', label: 'זהות וטקסטים', content: <IdentityPanels data={data} /> },
          { id: 'theme', label: 'עיצוב', content: <ThemePanel data={data} /> },
          { id: 'deliveries', label: 'משלוחים', content: <DeliveriesPanel data={data} /> },
          {
            id: 'finance',
            label: 'מימון',
            content: <SectionPanel title="תוכניות מימון" section="finance" fields={financeFields} data={data} />,
          },
          { id: 'branches', label: 'סניפים', content: <BranchesPanel data={data} /> },
          {
            id: 'purchase',
            label: 'רכישה ואגרות',
            content: <SectionPanel title="רכישה ואגרות" section="purchase" fields={purchaseFields} data={data} />,
          },
          { id: 'messages', label: 'הודעות', content: <MessagesPanel data={data} /> },
          {
            id: 'words',
            label: 'מילים וחיפוש',
            content: <SectionPanel title="מילים וחיפוש" section="words" fields={wordsFields} data={data} />,
          },
        ]}
      />
    </>
  );
}
