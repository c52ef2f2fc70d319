/** Wording of consents (docs/rules/disclosure.md): shown on the page and stored as proof. */
export const TERMS_TEXT = 'קראתי ואישרתי את התקנון ואת מדיניות הביטולים';
export const MARKETING_TEXT = 'אשמח לקבל מבצעים ועדכונים בדוא״ל וב־SMS (לא חובה, אפשר להסיר בכל עת)';
export const UPDATES_TEXT = 'אשמח לקבל מבצעים ועדכונים בדוא״ל וב־SMS. אפשר להסיר את ההסכמה בכל עת.';
export const NEWSLETTER_TEXT =
  'אשמח לקבל בדוא״ל דברי פרסומת: מבצעים, דגמים חדשים ועדכונים. אפשר להסיר את ההסכמה בכל עת.';
