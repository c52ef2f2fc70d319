import { CircleCheck } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { useTitle } from '#ui/hooks/use-title.ts';
import { BUYER_KEYS } from '~/browser-storage.ts';
import { useStore } from '~/store.ts';
import { type Done, forgetPurchase, readDeviceDone, readDone, writeDone } from '../basket/purchase-storage.ts';

/**
 * The order that this tab has placed of `uid` (`null`: of the cart), when Back or a reload leads to its purchase again:
 * it would look as if nothing had been bought. Who comes by a link begins anew. `begunAgain`: so does who has pressed
 * for it here. `undefined`: the storage has not been read.
 */
export function useFinished(uid: string | null) {
  const arrived = useNavigationType();
  const [done, setDone] = useState<Done | null>();
  const [begunAgain, setBegunAgain] = useState(false);

  useLayoutEffect(() => {
    const finished = readDone();
    const ofThisOrder = finished?.uid === uid ? finished : null;
    if (ofThisOrder && arrived !== 'POP') writeDone(null);
    setDone(arrived === 'POP' ? ofThisOrder : null);
  }, [uid, arrived]);

  // Bought in another tab while its purchase stood here.
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      const bought = key === BUYER_KEYS.done ? readDeviceDone() : null;
      if (bought?.uid !== uid) return;
      writeDone(bought, false);
      setDone(bought);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [uid]);

  function again() {
    writeDone(null);
    setDone(null);
    setBegunAgain(true);
  }
  return { done, again, begunAgain };
}

/**
 * May take the place of a step while that is filled in: its heading takes the focus, and the title of the tab says it.
 */
export function Finished({ done, onAgain }: { done: Done; onAgain: (() => void) | null }) {
  const { store } = useStore();
  useTitle(`הרכישה הושלמה | ${store.name}`);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    if (done.uid !== null) forgetPurchase(done.uid);
  }, [done]);
  return (
    <div className="page min-h-[50vh] py-10">
      <h1 ref={title} tabIndex={-1} className="text-center text-2xl focus:outline-none">
        הרכישה הזו הושלמה
      </h1>
      <Empty
        icon={<CircleCheck />}
        title="ההזמנה כבר אצלנו"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to={`/order/${encodeURIComponent(done.secret)}`}>לפרטי ההזמנה</ButtonLink>
            {onAgain ? (
              <Button variant="secondary" onClick={onAgain}>
                רכישה נוספת
              </Button>
            ) : (
              <ButtonLink to="/category" variant="secondary">
                המשך בקנייה
              </ButtonLink>
            )}
          </div>
        }
      >
        אין צורך להזמין או לשלם שוב.
      </Empty>
    </div>
  );
}
