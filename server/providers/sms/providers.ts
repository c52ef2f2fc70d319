import type { Environment } from '../../platform/environment.ts';
import type { SmsProvider } from './sms.ts';
import { sms019 } from './sms-019.ts';
import { twilio } from './twilio.ts';

type Settings = Pick<
  Environment,
  | 'SMS_PROVIDERS'
  | 'SMS_019_URL'
  | 'SMS_019_USERNAME'
  | 'SMS_019_TOKEN'
  | 'TWILIO_URL'
  | 'TWILIO_ACCOUNT_SID'
  | 'TWILIO_AUTH_TOKEN'
>;

/** In sequence of preference. With none, messages stay in the table `outbox`, shown by `outbox list`. */
export function smsProviders(env: Settings): SmsProvider[] {
  const makers = {
    '019': () => sms019({ url: env.SMS_019_URL, username: env.SMS_019_USERNAME ?? '', token: env.SMS_019_TOKEN ?? '' }),
    twilio: () =>
      twilio({ url: env.TWILIO_URL, sid: env.TWILIO_ACCOUNT_SID ?? '', token: env.TWILIO_AUTH_TOKEN ?? '' }),
  };
  return env.SMS_PROVIDERS.map((name) => makers[name]());
}
