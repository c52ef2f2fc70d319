import { fileURLToPath } from 'node:url';
import { noteOperation } from '#server/platform/note-operation.ts';
import { mailProvider } from '#server/providers/mail/providers.ts';
import { paymentProviders } from '#server/providers/payment/providers.ts';
import { smsProviders } from '#server/providers/sms/providers.ts';
import { vehicleRegistry } from '#server/providers/vehicle-registry/providers.ts';
import { checkInstallation, type Finding } from '#server/readiness/doctor.ts';
import type { Command } from '../../command.ts';

const SIGNS: Record<Finding['state'], string> = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' };

export const doctorCommand: Command = {
  usage: '',
  summary: 'checks this installation and what it depends on, and says what to do; status 1 when something is at fault',
  arguments: 0,
  async run({ pool, db, env, storage, dataDir, now, say }) {
    const findings = await checkInstallation({
      db,
      pool,
      env,
      storage,
      dataDir,
      now,
      code: fileURLToPath(new URL('../../..', import.meta.url)),
      mail: mailProvider(env),
      sms: smsProviders(env),
      // Opens no page, so that nothing is signed with it.
      payment: paymentProviders({ env, secret: env.SECRET ?? '' }),
      registry: vehicleRegistry(env),
      writeRow: () => noteOperation(db, {}),
    });
    for (const { check, state, detail, advice } of findings)
      say(`${SIGNS[state]}  ${check.padEnd(9)} ${detail}${advice ? `\n                    → ${advice}` : ''}`);
    const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
    say(`\n${count('fault')} faults, ${count('warning')} warnings.`);
    return { json: findings, failed: count('fault') > 0 };
  },
};
