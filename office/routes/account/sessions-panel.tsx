import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { Badge, Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { deviceName } from './device-name.ts';

type Session = { uuid: string; ip_address: string; user_agent: string; last_seen_at: Date; isThis: boolean };

/** Where one is signed in. */
export function SessionsPanel({ sessions }: { sessions: Session[] }) {
  return (
    <Panel
      title="מכשירים מחוברים"
      actions={
        sessions.length > 1 && (
          <ActionDialog label="ניתוק כל האחרים" call="endOtherSessions" submit="ניתוק" danger>
            <p>רק המכשיר הזה יישאר מחובר.</p>
          </ActionDialog>
        )
      }
    >
      <ul className="grid divide-y divide-line">
        {sessions.map(({ uuid, ip_address, user_agent, last_seen_at, isThis }) => (
          <li key={uuid} className="flex flex-wrap items-center gap-3 py-2">
            <div className="min-w-0 grow">
              <p>
                <bdi>{deviceName(user_agent)}</bdi> {isThis && <Badge tone="good">המכשיר הזה</Badge>}
              </p>
              <p className="text-sm text-ink-3">
                <bdi>{ip_address}</bdi> · <Moment at={last_seen_at} />
              </p>
            </div>
            {!isThis && (
              <ActionDialog label="ניתוק" title="ניתוק המכשיר" call="endSession" submit="ניתוק" danger variant="quiet">
                <input type="hidden" name="session" value={uuid} />
                <p>
                  <bdi>{deviceName(user_agent)}</bdi> · <bdi>{ip_address}</bdi>
                </p>
              </ActionDialog>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
