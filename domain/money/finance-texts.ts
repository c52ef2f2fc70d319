/** The law's own words (Fair Credit Law §3(e)): wherever a monthly sum is shown, beside the lender's name. */
export const LOAN_WARNING = 'אי־עמידה בפירעון ההלוואה עלול לגרור חיוב בריבית פיגורים והליכי הוצאה לפועל';

export const ILLUSTRATION = 'להמחשה בלבד, כפוף לאישור הגוף המממן ותנאיו';
