import { webhookTypeName } from '#domain/people/webhook-events.ts';
import type { MessageRow } from '#server/office/messages/messages.ts';

export const channelNames: Record<MessageRow['channel'], string> = {
  email: 'דוא״ל',
  sms: 'מסרון',
  webhook: 'התראה למערכת',
};

const events: Record<string, string> = {
  received: 'ההזמנה התקבלה',
  accepted: 'ההזמנה אושרה',
  paid: 'ההזמנה שולמה',
  deposit_paid: 'דמי השריון התקבלו',
  deposit_held: 'דמי השריון נתפסו',
  payment_failed: 'התשלום לא עבר',
  expired: 'לא שולמה בזמן',
  closed: 'ההזמנה נסגרה',
  payment_link: 'קישור לתשלום',
  in_process: 'ההזמנה בטיפול',
  on_the_way: 'ההזמנה בדרך',
  ready: 'מוכנה בסניף',
  provided: 'ההזמנה נמסרה',
  cancelled: 'ההזמנה בוטלה',
  refunded: 'החזר כספי',
  released: 'דמי השריון שוחררו',
  document: 'מסמך מס',
  financing: 'בקשת מימון, לחנות',
  quote: 'הצעת מחיר',
  review: 'הזמנה לכתוב ביקורת',
  new_link: 'קישור חדש להזמנה',
};

/** What a message is about, in words: `order paid`, `lead`, `booking reminder`. */
export function aboutName(about: string): string {
  const webhook = webhookTypeName(about);
  if (webhook) return webhook;
  const [subject = '', event = ''] = about.split(' ');
  if (subject === 'order') return events[event] ?? 'הזמנה';
  if (subject === 'code') return 'קוד כניסה';
  if (subject === 'e-mail') return 'אימות דוא״ל';
  if (subject === 'newsletter') return 'דיוור';
  if (subject === 'stock') return 'חזר למלאי';
  if (subject === 'review') return 'ביקורת על מוצר';
  if (subject === 'question') return 'שאלה על מוצר';
  if (subject === 'vehicle') return 'תזכורת לטיפול, לטסט או לביטוח';
  if (subject === 'trade-in') return 'טרייד־אין';
  if (subject === 'staff') return 'כניסה למשרד';
  if (subject === 'favorite') return 'עדכון על רשימת המשאלות';
  if (subject === 'lead') return 'פנייה';
  return subject === 'booking' ? 'תור' : 'הודעה';
}
