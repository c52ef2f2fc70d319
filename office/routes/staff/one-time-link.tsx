import { OneTimeValue } from '../../components/fields/one-time-value.tsx';

/** Shown once, to be passed on by its maker: a mail would leave the secret where others read it. */
export const OneTimeLink = ({ link, onDone }: { link: string; onDone: () => void }) => (
  <OneTimeValue label="קישור חד־פעמי" value={link} copied="הקישור הועתק" onDone={onDone}>
    <p>מסרו את הקישור לאדם עצמו, ורק לו: מי שפותח אותו ראשון בוחר את דרך הכניסה. הוא לא יוצג שוב.</p>
  </OneTimeValue>
);
