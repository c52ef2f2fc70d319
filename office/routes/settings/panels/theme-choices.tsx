import type { CSSProperties } from 'react';
import { choiceVariables, chosenOf, faces, type ThemeChoice, themeChoices } from '#domain/catalogue/theme-choices.ts';
import type { Field, Values } from '../../../components/structure/fields.ts';

/**
 * Of each choice its label and, in the registry's sequence, its values' names; the first holds where nothing is chosen.
 */
const words: Record<ThemeChoice, { label: string; hint?: string; values: string[] }> = {
  face: {
    label: 'הגופן של הכותרות',
    hint: 'הטקסט, הכפתורים והמחירים נשארים ב־Heebo',
    values: [
      'Heebo',
      'Karantina – גבוה וקשוח',
      'M PLUS Rounded – עגול וברור',
      'Fredoka – רך וזורם',
      'Suez One – כבד',
      'Noto Sans Hebrew – צר ומהיר',
      'Assistant – קליל',
      'Frank Ruhl Libre – מאופק',
    ],
  },
  hero: {
    label: 'הפתיחה של דף הבית',
    values: ['המילים ואחריהן הכלי', 'הכלי ואחריו המילים', 'כותרת גדולה מעל הכלי', 'הכלי לכל הרוחב והמילים מתחתיו'],
  },
  entrance: {
    label: 'הכניסה של תמונת הפתיחה',
    hint: 'תנועה אחת של כמה שניות כשהדף נפתח. מי שביקשו במכשיר פחות תנועה רואים תמונה עומדת',
    values: ['עומדת', 'נוסעת פנימה', 'מתנדנדת פעם אחת, כמו על המים', 'מתקרבת לאט'],
  },
  stage: { label: 'הרקע של תמונות הפתיחה', values: ['כהה', 'בהיר'] },
  boxes: { label: 'הקטגוריות בדף הבית', values: ['אריחים', 'רצועות', 'הראשונה לכל הרוחב'] },
  corners: { label: 'פינות', values: ['מעוגלות מעט', 'חדות', 'עגולות'] },
  ground: { label: 'הרקע של תמונות המוצרים', values: ['אפור בהיר', 'בגוון החנות', 'כהה'] },
  gallery: { label: 'התמונות בדף המוצר', values: ['לצד הפרטים', 'לכל הרוחב, מעל הפרטים'] },
  pace: { label: 'קצב התנועה', values: ['רגיל', 'מהיר', 'רגוע'] },
  text_size: { label: 'גודל האותיות', values: ['רגילות', 'גדולות בכל האתר'] },
};

export const choiceFields: Field[] = (Object.keys(themeChoices) as ThemeChoice[]).map((name) => {
  const { label, hint, values } = words[name];
  const options = themeChoices[name].map((value, index) => ({ value, label: values[index] ?? value }));
  return { kind: 'choice', name, label, ...(hint && { hint }), none: `כרגיל: ${options[0]?.label}`, options };
});

// lint-allow raw-colour: the shop's own page, whatever the office's colours are
export const [WHITE, INK, LINE, MUTED] = ['#ffffff', '#17191c', '#d6d9de', '#5b6168'];

/** A heading, a price and corners, as the shop has them. */
export function LookSample({ settings }: { settings: Values }) {
  const chosen = Object.fromEntries(
    Object.entries(settings).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const face = chosenOf(chosen, 'face');
  return (
    <section
      aria-label="דוגמה של כותרת"
      className="grid gap-1 rounded-lg border p-5 forced-color-adjust-none"
      style={{ ...choiceVariables(chosen), background: WHITE, color: INK, borderColor: LINE } as CSSProperties}
    >
      <p className="text-3xl font-black" style={{ fontFamily: 'var(--face, var(--font-sans))' }}>
        כך נראית כותרת, עם <bdi>Model 800</bdi>
      </p>
      <p>
        וכך הטקסט שמתחתיה ומחיר: <bdi className="tabular font-semibold">₪49,900</bdi>
      </p>
      <p className="text-sm" style={{ color: MUTED }}>
        הגופן: <bdi>{face === 'heebo' ? 'Heebo' : faces[face].family}</bdi>
      </p>
    </section>
  );
}
