import type { Db } from '#db/client.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatExactPrice, formatNumber, isolate } from '#domain/text/format.ts';
import { productPath } from '#domain/text/links.ts';
import { ALERT_LIFETIME_SECONDS } from '../requested-messages/request.ts';
import {
  forEachDueRecipient,
  isLastUndelivered,
  type Recipient,
  type RequestedMessage,
  type SendTools,
  sendAndScheduleNext,
} from '../requested-messages/send.ts';
import { type Known, noteKnown, type Offer, offersOf } from './known-offers.ts';

/** Named in one message; the others are counted. */
const MAX_MAIL_LINES = 20;
const MAX_SMS_LINES = 3;

type News = { offer: Offer; words: string };

const price = (agorot: number): string => isolate(formatExactPrice(toShekels(agorot)));

/** A lower price at which it can be ordered, or a return to stock. A higher price is never sent. */
function newsOf(offer: Offer): News[] {
  const { available, orderablePrice, knownPrice, knownAvailable } = offer;
  if (!available) return [];
  const dropped = isAtPrice(offer) && orderablePrice !== null && knownPrice !== null && orderablePrice < knownPrice;
  const drop = dropped ? `המחיר ירד מ־${price(knownPrice)} ל־${price(orderablePrice)}` : '';
  if (knownAvailable !== false) return drop ? [{ offer, words: drop }] : [];
  const back = orderablePrice === null ? 'שוב במלאי' : `שוב במלאי במחיר ${price(orderablePrice)}`;
  return [{ offer, words: drop ? `שוב במלאי, ו${drop}` : back }];
}

/** Whether the price that the store shows is that of something to be had. */
const isAtPrice = ({ available, price, orderablePrice }: Offer): boolean => available && price === orderablePrice;

/**
 * What the customer knows from now on. A price at which nothing can be ordered is not known yet: its drop is sent when
 * it can.
 */
const knownOf = (offer: Offer, isNotified: boolean): Known => ({
  productUid: offer.productUid,
  knownPrice: isAtPrice(offer) ? (offer.price ?? offer.knownPrice) : (offer.knownPrice ?? offer.price),
  knownAvailable: offer.available,
  toldFromPrice: isNotified ? offer.knownPrice : null,
  toldFromAvailable: isNotified ? offer.knownAvailable : null,
});

/** As if the last alert had not been written. */
const withoutLastAlert = (offer: Offer): Offer =>
  offer.toldFromPrice === null && offer.toldFromAvailable === null
    ? offer
    : { ...offer, knownPrice: offer.toldFromPrice, knownAvailable: offer.toldFromAvailable };

/**
 * Tells customers who asked for it of lower prices and returned stock among their favourites: all of a day in one
 * message, each once, and only what holds now. What nobody took in time is sent again.
 */
export const sendFavoriteAlerts = (tools: SendTools, stop?: AbortSignal): Promise<void> =>
  forEachDueRecipient(tools, 'favorite_alerts', (tx, recipient) => notify(tools, tx, recipient), stop);

async function notify(tools: SendTools, tx: Db, recipient: Recipient): Promise<void> {
  const { customer, store } = recipient;
  const stored = await offersOf(tx, customer.uuid, store.uuid);
  const isLost = await isLastUndelivered(tools, tx, 'favorite_alerts', recipient, ALERT_LIFETIME_SECONDS);
  const offers = isLost ? stored.map(withoutLastAlert) : stored;
  const news = offers.flatMap(newsOf);
  const notified = new Set(news.map(({ offer }) => offer));
  const knownOffers = offers.map((offer) => knownOf(offer, notified.has(offer)));
  const isNew = (one: Known, at: number): boolean =>
    (Object.keys(one) as (keyof Known)[]).some((name) => one[name] !== stored[at]?.[name]);
  await noteKnown(tx, customer.uuid, knownOffers.filter(isNew));
  await sendAndScheduleNext(
    tools,
    tx,
    'favorite_alerts',
    recipient,
    news.length > 0 ? (links) => letterOf(recipient, news, links) : null,
  );
}

const stopWords = 'להפסקת העדכונים';

/** An advertisement by §30A of the Communications Law, as a newsletter is (docs/rules/disclosure.md). */
function letterOf(
  { customer, store, company }: Recipient,
  news: News[],
  { site, stop }: { site: string; stop: string },
): RequestedMessage {
  const [first] = news;
  const singleOffer = news.length === 1 && first ? first.offer : null;
  const url = `${site}${singleOffer ? productPath(singleOffer.slug) : '/personal-area/favorites'}`;
  const linesOf = (most: number) =>
    news.slice(0, most).map(({ offer, words }) => ({ name: isolate(offer.name), words }));
  const more = (most: number): string | null =>
    news.length > most
      ? news.length === most + 1
        ? 'ועוד מוצר אחד'
        : `ועוד ${formatNumber(news.length - most)} מוצרים`
      : null;
  const inSms = [...linesOf(MAX_SMS_LINES).map(({ name, words }) => `${name}: ${words}`), more(MAX_SMS_LINES)];
  const heading = singleOffer ? `חדש ברשימת המשאלות: ${isolate(singleOffer.name)}` : 'חדש ברשימת המשאלות שלכם';
  const sender = [store.name, company.legalName, company.address, store.email].filter(Boolean).join(', ');
  const rest = more(MAX_MAIL_LINES);
  return {
    sms: `${store.name}: ${inSms.filter(Boolean).join('; ')}. ${url} ${stopWords}: ${stop}`,
    subject: `פרסומת: ${heading}`,
    mail: {
      heading,
      paragraphs: [`שלום ${isolate(customer.firstName)},`, 'ביקשתם לדעת כשמחיר יורד או כשמוצר חוזר למלאי:'],
      facts: linesOf(MAX_MAIL_LINES).map(({ name, words }) => ({ name, value: words })),
      button: { label: singleOffer ? 'לדף המוצר' : 'לרשימת המשאלות', url },
      note: `${rest ? `${rest} ברשימה. ` : ''}המחירים כוללים מע״מ, נכונים לשעת השליחה, ולכל מוצר מוצג המחיר הנמוך ביותר. דבר פרסומת מאת ${sender}. קיבלתם אותו כי ביקשתם עדכונים על רשימת המשאלות.`,
      unsubscribe: stop,
      unsubscribeLabel: stopWords,
    },
  };
}
