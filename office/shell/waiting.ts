import type { WaitingKey } from '#server/office/home.ts';

/** What waits, as the home page and the notices say it, and the list that has it. */
export const waitingWords: { key: WaitingKey; label: string; to: string | null; urgent?: true }[] = [
  { key: 'handling', label: 'הזמנות לטיפול', to: '/orders?waiting=handling' },
  { key: 'late', label: 'הזמנות באיחור', to: '/orders?waiting=late', urgent: true },
  { key: 'own_orders', label: 'ההזמנות שלי', to: '/orders?owner=me' },
  { key: 'rest', label: 'הזמנות עם יתרה לתשלום', to: '/orders?payment=rest' },
  {
    key: 'held',
    label: 'סכומים שתפוסים בכרטיס',
    to: '/orders?waiting=held',
  },
  { key: 'financing', label: 'בקשות מימון שמחכות', to: '/orders?kind=financing&status=payment' },
  { key: 'doubt', label: 'תשלומים בבירור', to: '/orders?waiting=doubt', urgent: true },
  { key: 'papers', label: 'מסמכי קונים לבדיקה', to: '/orders?waiting=papers' },
  { key: 'approvals', label: 'אישורים שמחכים לי', to: '/approvals', urgent: true },
  { key: 'leads', label: 'פניות שמחכות יותר משעה', to: '/leads?waiting=hour', urgent: true },
  { key: 'reviews', label: 'ביקורות ושאלות שמחכות', to: '/reviews?state=waiting' },
  { key: 'tradeIns', label: 'טרייד־אין שמחכה להצעה', to: '/trade-ins?state=waiting' },
  { key: 'bookings', label: 'תורים היום', to: '/bookings' },
  { key: 'messages', label: 'הודעות שלא נשלחו', to: '/messages?state=failed', urgent: true },
  { key: 'out_of_stock', label: 'אזלו מהמלאי', to: '/stock?left=none' },
  { key: 'low_stock', label: 'הגיעו לסף המלאי', to: '/stock?left=low' },
  { key: 'drafts', label: 'טיוטות שלא פורסמו או לא הוחזרו', to: '/drafts', urgent: true },
  { key: 'tasks', label: 'המשימות שלי', to: null },
  { key: 'mentions', label: 'הזכירו אותי', to: null },
];

const pages: Record<string, string> = {
  order: '/orders',
  lead: '/leads',
  customer: '/customers',
};

/** The page of a thing of the office; `null` for a kind that has none. */
export const pageOfEntity = (kind: string, uuid: string): string | null =>
  pages[kind] ? `${pages[kind]}/${uuid}` : null;
