/** Synonyms of the trade, for every store; a store adds its own (`synonyms.csv`). */
export const vehicleSynonyms: string[][] = [
  ['אופנוע', 'מוטור', 'ofnoa', 'ofanoa', 'motorcycle', 'motorbike'],
  ['קטנוע', 'טוסטוס', 'סקוטר', 'scooter'],
  ['טרקטורון', 'atv', 'quad'],
  ['קלנועית', 'mobility scooter'],
  ['סירה', 'sira', 'boat'],
  ['אופנוע ים', 'ג׳ט סקי', 'jet ski'],
  ['קסדה', 'helmet'],
  ['אפוד', 'ווסט', 'vest'],
  ['איתות', 'מאותת', 'מאותתים', 'וינקר', 'winker', 'blinker'],
  ['בלם', 'ברקס', 'brake'],
  ['מצמד', 'קלאץ׳', 'clutch'],
  ['צופר', 'הורן', 'horn'],
  ['מכל דלק', 'טנק דלק', 'fuel tank'],
  ['תקר', 'פנצ׳ר', 'puncture'],
];
