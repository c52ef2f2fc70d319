/** Words for leads, as staff and the contact form's lists have them. */
export const leadStateNames = {
  new: 'חדשה',
  open: 'בטיפול',
  answered: 'נענתה',
  converted: 'הפכה להזמנה',
  closed: 'סגורה',
} as const;

export const leadKindNames = {
  general: 'שאלה כללית',
  sale: 'התעניינות ברכישה',
  home_visit: 'ביקור אצל הלקוח',
  service: 'שירות וטיפולים',
  order: 'הזמנה קיימת',
  cancellation: 'ביטול עסקה',
} as const;

export const leadSourceNames = {
  contact: 'טופס יצירת קשר',
  lead_banner: 'באנר ״דברו איתנו״',
  product: 'דף מוצר',
  cancellation: 'טופס ביטול עסקה',
} as const;

/** How a lead was answered. */
export const answerChannelNames = { email: 'דוא״ל', phone: 'שיחת טלפון', whatsapp: 'הודעת WhatsApp' } as const;

export type LeadState = keyof typeof leadStateNames;
