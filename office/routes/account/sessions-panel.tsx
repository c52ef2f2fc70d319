import { ActionForm } from '../../components/action-form.tsx';
import { Badge, Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/texts.tsx';
import { deviceName } from './device-name.ts';

type Session = { uuid: string; ip_address: string; user_agent: string; last_seen_at: Date; isThis: boolean };

/** Where one is signed in. */
export function SessionsPanel({ sessions }: { sessions: Session[] }) {
  return (
    <Panel
      title="מכשירים מחוברים"
      actions={sessions.length > 1 && <ActionForm call="endOtherSessions" submit="ניתוק כל האחרים" />}
    >
      <ul className="grid divide-y divide-line">
        {sessions.map(({ uuid, ip_address, user_agent, last_seen_at, isThis }) => (
          <li key={uuid} className="flex flex-wrap items-center gap-3 py-2">
            <div className="min-w-0 grow">
              <p>
                <bdi>{deviceName(user_agent)}</bdi> {isThis && <Badge tone="good">המכשיר הזה</Badge>}
              </p>
              <p className="text-sm text-ink-3">
                <bdi>{ip_address}</bdi>, <Moment at={last_seen_at} />
              </p>
            </div>
            {!isThis && (
              <ActionForm call="endSession" submit="ניתוק">
                <input type="hidden" name="session" value={uuid} />
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
