import { useContext } from 'react';
import { endOtherSessions, endSession, readAccount } from '#server/office/account/account.ts';
import { addPasskey, removePasskey, renamePasskey } from '#server/office/account/passkeys.ts';
import {
  beginCodes,
  changePassword,
  enrolCodes,
  newRecoveryCodes,
  removePassword,
} from '#server/office/account/password.ts';
import { proveByCode, proveByPasskey } from '#server/office/account/prove.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Facts, Panel } from '../../components/panel.tsx';
import { OnRefusal } from '../../components/use-call.ts';
import { act, load } from '../../load.ts';
import type { Route } from './+types/account.ts';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProveDialog, useProof } from './prove-dialog.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export const loader = load((ctx) => readAccount(ctx, {}));

export const action = act(
  {
    addPasskey,
    renamePasskey,
    removePasskey,
    beginCodes,
    enrolCodes,
    newRecoveryCodes,
    changePassword,
    removePassword,
    proveByCode,
    proveByPasskey,
    endSession,
    endOtherSessions,
  },
  {
    says: {
      addPasskey: 'המפתח נוסף',
      removePasskey: 'המפתח הוסר',
      beginCodes: 'סרקו את התמונה',
      enrolCodes: 'הקודים פעילים',
      newRecoveryCodes: 'הקודים הקודמים אינם תקפים עוד',
      changePassword: 'הסיסמה הוחלפה, והמכשירים האחרים נותקו',
      removePassword: 'הכניסה בסיסמה בוטלה',
      proveByCode: 'תודה, אפשר להמשיך',
      proveByPasskey: 'תודה, אפשר להמשיך',
      endSession: 'המכשיר נותק',
      endOtherSessions: 'כל המכשירים האחרים נותקו',
    },
  },
);

export default function Account({ loaderData: account }: Route.ComponentProps) {
  const proof = useProof(account);
  const onOther = useContext(OnRefusal);
  return (
    // The proof may run out while a form is open.
    <OnRefusal value={(code) => (code === 'PROVE_AGAIN' ? proof.ask() : onOther(code))}>
      <PageHead title="החשבון שלי" />
      <div className="grid items-start gap-4 xl:@min-[40rem]:grid-cols-2">
        <Panel title="פרטים">
          <Facts
            facts={[
              ['שם', account.name],
              ['דוא״ל', <bdi key="email">{account.email}</bdi>],
              ['תפקידים', account.roles.join(', ')],
            ]}
          />
        </Panel>
        <PasskeysPanel passkeys={account.passkeys} proof={proof} />
        <PasswordPanel factors={account.factors} proof={proof} />
        <SessionsPanel sessions={account.sessions} />
      </div>
      <ProveDialog factors={account.factors} proof={proof} />
    </OnRefusal>
  );
}
