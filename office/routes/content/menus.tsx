import { editMenus, readStoreMenus } from '#server/office/content/menus.ts';
import { chosenStore } from '../../chosen-store.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { StoreChoice } from '../../components/store-choice.tsx';
import { HiddenLinks } from '../../components/structure/hidden-links.ts';
import { StoreOfForm } from '../../components/structure/store-of-form.ts';
import { useAdopted } from '../../components/use-adopted.ts';
import { act, load } from '../../load.ts';
import type { Route } from './+types/menus.ts';
import { ContentTabs } from './content-tabs.tsx';
import { fromRows, toRows } from './menu-rows.ts';
import { MenuTree } from './menu-tree.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const { store, choices } = await chosenStore(ctx, request, 'content.read');
  return { ...(await readStoreMenus(ctx, { store })), choices };
});
export const action = act({ edit: editMenus }, { says: { edit: 'התפריט נשמר ומוצג בחנות' } });

const menuNames = {
  TOP_MENU: 'התפריט הראשי',
  TOP_SUB_MENU: 'השורה שמעליו',
  FOOTER: 'תחתית הדף',
  SUB_FOOTER: 'השורה האחרונה',
} as const;
type MenuKey = keyof typeof menuNames;

export default function Menus({ loaderData: { menus, hidden, store, choices, may } }: Route.ComponentProps) {
  return (
    <StoreOfForm value={store.uuid}>
      <PageHead title="תפריטים" />
      <ContentTabs store={store.uuid} />
      <StoreChoice store={store.uuid} choices={choices} />
      <HiddenLinks value={hidden}>
        <div className="grid max-w-5xl gap-4">
          {(Object.keys(menuNames) as MenuKey[]).map((key) => (
            <Menu key={`${store.uuid} ${key}`} menu={key} links={menus[key]} store={store.uuid} may={may} />
          ))}
        </div>
      </HiddenLinks>
    </StoreOfForm>
  );
}

type Links = Parameters<typeof toRows>[0];
type Props = { menu: MenuKey; links: Links; store: string; may: { edit: boolean; prepare: boolean } };

/** One menu with a form of its own: two people may work on two of them. */
function Menu({ menu, links, store, may }: Props) {
  const adopted = useAdopted(links, { toHeld: (stored) => toRows(stored), toSent: fromRows });
  return (
    <Panel title={menuNames[menu]}>
      <ActionForm
        call="edit"
        draftable={may.edit || 'only'}
        submit={`שמירה: ${menuNames[menu]}`}
        onDone={(reply, sent) => adopted.done(reply, JSON.parse(String(sent.get('now')))[menu])}
      >
        {(reply) => {
          const conflict = (reply?.details as { conflicts?: { theirs: Links }[] } | undefined)?.conflicts?.[0];
          return (
            <>
              <input type="hidden" name="store" value={store} />
              <input
                type="hidden"
                name="was"
                value={JSON.stringify({ [menu]: conflict ? conflict.theirs : adopted.baseline })}
              />
              <input type="hidden" name="now" value={`{"${menu}":${adopted.text}}`} />
              {conflict && (
                <p className="rounded-sm bg-warning-wash p-3 text-sm text-warning">
                  מישהו שמר בינתיים את התפריט הזה. שמירה נוספת תחליף את מה שנשמר. כדי לראות אותו, טענו את הדף מחדש.
                </p>
              )}
              <MenuTree
                label={menuNames[menu]}
                rows={adopted.held}
                onChange={adopted.setHeld}
                errors={reply?.errors ?? []}
                disabled={!may.prepare}
                hasAreas={menu === 'FOOTER'}
              />
            </>
          );
        }}
      </ActionForm>
    </Panel>
  );
}
