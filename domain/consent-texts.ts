/** What is agreed to, word for word: the page shows it and the server keeps it as proof (israel.md §4.2). */
export const TERMS_TEXT = 'קראתי ואישרתי את התקנון ואת מדיניות הביטולים';
export const MARKETING_TEXT = 'אשמח לקבל מבצעים ועדכונים בדוא״ל וב־SMS (לא חובה, אפשר להסיר בכל עת)';
