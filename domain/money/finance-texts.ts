/**
 * The sentence required by the Fair Credit Law §3(e), word for word, by every monthly sum and its lender's name
 * (docs/rules/finance.md).
 */
export const LOAN_WARNING = 'אי־עמידה בפירעון ההלוואה עלול לגרור חיוב בריבית פיגורים והליכי הוצאה לפועל';

export const ILLUSTRATION = 'להמחשה בלבד, כפוף לאישור הגוף המממן ותנאיו';
