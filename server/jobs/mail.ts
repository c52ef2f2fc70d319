import { contentOfText, fromTheRight, type MailContent } from '#domain/text/mail-content.ts';
import type { Deps } from '../context.ts';
import { ANSWER } from '../leads/inquiries/handling.ts';
import { type Brand, brandOf } from '../notifications/brand.ts';
import { mailHtml } from '../notifications/frame.ts';
import type { Mail } from '../providers/mail/mail.ts';
import type { Message } from './outbox.ts';

/** Renders messages in their store's look, which is read once per run. */
export function mailOf(deps: Pick<Deps, 'db' | 'storage' | 'env'>): (message: Message) => Promise<Mail> {
  const brands = new Map<string, Promise<Brand | null>>();
  return async ({ uuid, storeUid, about, recipient, subject, body, content }) => {
    if (!storeUid) throw new Error('an e-mail of no store');
    const loading = brands.get(storeUid) ?? brandOf(deps, storeUid);
    brands.set(storeUid, loading);
    const brand = await loading;
    const address = brand?.email ?? deps.env.MAIL_FROM;
    if (!brand || !address) throw new Error('the store has no e-mail address, and MAIL_FROM is not set');
    const mailContent = (content as MailContent | null) ?? contentOfText(subject, body);
    return {
      id: uuid,
      from: { name: brand.name, address },
      to: recipient,
      replyTo: about.startsWith(ANSWER) ? (brand.leadEmail ?? undefined) : undefined,
      subject: fromTheRight(subject),
      text: fromTheRight(body),
      html: mailHtml(brand, subject, mailContent),
      unsubscribe: mailContent.unsubscribe,
      pictures: brand.logo ? [{ cid: 'logo', type: 'image/png', bytes: brand.logo.bytes }] : [],
    };
  };
}
