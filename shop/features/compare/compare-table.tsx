import { X } from 'lucide-react';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import type { ComparedFigure } from '#domain/catalogue/product-page/key-figures.ts';
import { isolateRanges, isolateRuns, keepNumber, prose } from '#domain/text/format.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Link } from '#ui/link.tsx';
import { NoPicture } from '#ui/no-picture.tsx';
import { Picture } from '#ui/picture.tsx';
import { PriceWithOld } from '#ui/price.tsx';
import { WalletNote } from '../finance/wallets.tsx';
import { comparePath, toCompared } from './compared-list.ts';
import { loanNote, Monthly } from './monthly.tsx';
import type { CompareGroup } from './rows.ts';
import type { ComparedVehicle } from './vehicle.ts';

/** Where the table ends. */
const VehiclePrice = lazyPart(() => import('../finance/vehicle-price.tsx'));
/** Needs scripts, and comes after the page's own. */
const Swipe = lazyPart(() => import('./swipe.tsx'));

type Props = {
  vehicles: ComparedVehicle[];
  figures: ComparedFigure[];
  groups: CompareGroup[];
  /** The store's word for a test ride, where a branch offers it. */
  visit: string | null;
  onRemove: (vehicle: ComparedVehicle) => void;
};

/** Laid out as a grid, some browsers forget what the parts of a table are. */
const part = (role: string) => ({ role });

/** No line break between a figure and its unit, nor inside a size (`120/70-12`, `78.0 × 61.2`). */
const unbroken = (value: string): string =>
  isolateRanges(isolateRuns(value))
    .replace(/(\d\u2069?) (?=[א-ת]{1,3}[״׳])/g, '$1\u00a0')
    .replace(/(?<=\d)-(?=\d)/g, '\u2060-\u2060')
    .replace(/ × /g, '\u00a0×\u00a0');

/** Vehicles as columns; on a phone in pairs, one swipe from the next. */
export function CompareTable({ vehicles, figures, groups, visit, onRemove }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const columns = vehicles.length;
  const note = loanNote(vehicles);
  const isReduced = vehicles.some(({ deleted_price }) => deleted_price);
  return (
    <div className="min-w-0" style={{ '--columns': columns } as CSSProperties}>
      <Swipe key={columns} scroller={scroller} vehicles={vehicles} />
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="טבלת ההשוואה"
        className="compare-scroller"
      >
        <table {...part('table')} className="block text-sm md:text-base">
          <thead {...part('rowgroup')} className="block">
            <tr {...part('row')} className="compare-row">
              <td {...part('cell')} className="compare-corner hidden row-span-5 md:block" />
              {vehicles.map((vehicle) => (
                <th
                  key={vehicle.id}
                  {...part('columnheader')}
                  scope="col"
                  className="compare-head pb-4 text-start font-normal md:pb-6"
                >
                  <Head rest={vehicles.filter(({ id }) => id !== vehicle.id)} {...{ vehicle, visit, onRemove }} />
                </th>
              ))}
            </tr>
          </thead>
          {note && (
            <tbody {...part('rowgroup')} className="block">
              <tr {...part('row')} className="compare-row pb-2">
                <td
                  {...part('cell')}
                  colSpan={columns + 1}
                  className="compare-name text-xs text-ink-3"
                  style={{ '--at': '1 / -1' } as CSSProperties}
                >
                  <span>
                    <span className="block max-w-[90ch]">
                      <span aria-hidden>* </span>
                      {note}
                    </span>
                  </span>
                </td>
              </tr>
            </tbody>
          )}
          {figures.length > 0 && (
            <Group name="הנתונים שקובעים" columns={columns}>
              {figures.map(({ name, values }) => (
                <Row key={name} name={name}>
                  {values.map((value, index) => (
                    <Cell key={vehicles[index]?.id} index={index} className="grid content-start gap-1.5 pb-1">
                      {value ? <Figure {...value} /> : <Nothing />}
                    </Cell>
                  ))}
                </Row>
              ))}
            </Group>
          )}
          {groups.map((group) => (
            <Group key={group.name} name={group.name} columns={columns}>
              {group.rows.map((row) => (
                <Row key={row.name} name={row.name} differs={row.differs && columns > 1}>
                  {row.values.map((value, index) => (
                    <Cell
                      key={vehicles[index]?.id}
                      index={index}
                      className={classNames('min-w-0 wrap-break-word', row.differs && 'font-semibold')}
                    >
                      {value === null ? <Nothing /> : unbroken(value)}
                    </Cell>
                  ))}
                </Row>
              ))}
            </Group>
          ))}
          <tbody {...part('rowgroup')} className="block">
            <Row name="מחיר והזמנה">
              {vehicles.map((vehicle, index) => (
                <Cell
                  key={vehicle.id}
                  index={index}
                  className={classNames('grid content-start gap-2 pt-1 pb-2', isReduced && 'compare-reduced')}
                >
                  <VehiclePrice product={vehicle} of={vehicle} stacked />
                  <Actions vehicle={vehicle} visit={visit} />
                  {vehicle.order !== null && vehicle.price !== null && <WalletNote sum={vehicle.price} />}
                </Cell>
              ))}
            </Row>
          </tbody>
        </table>
      </section>
    </div>
  );
}

type GroupProps = { name: string; columns: number; children: ReactNode };

const Group = ({ name, columns, children }: GroupProps) => (
  <tbody {...part('rowgroup')} className="block">
    <tr {...part('row')} className="compare-row">
      <th
        {...part('rowheader')}
        scope="rowgroup"
        colSpan={columns + 1}
        className="compare-name col-span-full! border-b border-line-strong pt-8 pb-2 text-start text-lg font-bold md:text-xl"
      >
        <span>{name}</span>
      </th>
    </tr>
    {children}
  </tbody>
);

function Row({ name, differs = false, children }: { name: string; differs?: boolean; children: ReactNode }) {
  return (
    <tr {...part('row')} className="compare-row gap-y-0.5 border-b border-line py-2.5 md:py-3">
      <th
        {...part('rowheader')}
        scope="row"
        className="compare-name text-start text-xs font-normal text-ink-2 md:text-base"
      >
        <span>
          {differs && (
            <span className="me-1.5 inline-block size-2 rounded-full bg-action-ink align-middle">
              <span className="sr-only">יש הבדל: </span>
            </span>
          )}
          {name}
        </span>
      </th>
      {children}
    </tr>
  );
}

const Cell = ({ index, className, children }: { index: number; className: string; children: ReactNode }) => (
  <td {...part('cell')} className={className} style={{ '--at': index + 2 } as CSSProperties}>
    {children}
  </td>
);

/** The bar only shows what the number says. */
const Figure = ({ text, unit, share, best }: NonNullable<ComparedFigure['values'][number]>) => (
  <>
    <span className="md:text-lg">
      <bdi className="tabular font-bold">{text}</bdi> {unit}
    </span>
    {share !== null && (
      <span aria-hidden className="compare-bar">
        <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
      </span>
    )}
    {best && <Best text={best} />}
  </>
);

const Best = ({ text }: { text: string }) => (
  <span className="justify-self-start rounded-sm bg-ink px-1.5 py-0.5 text-xs font-semibold text-ground">{text}</span>
);

const Nothing = () => (
  <span>
    <span aria-hidden className="text-ink-3">
      –
    </span>
    <span className="sr-only">לא צוין</span>
  </span>
);

type HeadProps = Pick<Props, 'visit' | 'onRemove'> & { vehicle: ComparedVehicle; rest: ComparedVehicle[] };

function Head({ vehicle, rest, visit, onRemove }: HeadProps) {
  const { name, main_image, page } = vehicle;
  return (
    <>
      <div className="relative">
        <Link to={page} tabIndex={-1} aria-hidden className="block rounded-lg bg-ground-2 p-1 md:p-3">
          {main_image ? (
            <Picture
              cut
              image={main_image}
              alt=""
              // As the columns of `compare-row`: few of them are wide.
              sizes={`(min-width: 800px) min(${Math.round(85 / (rest.length + 1))}vw, 34rem), 43vw`}
              className="aspect-4/3 w-full object-contain"
            />
          ) : (
            <NoPicture className="aspect-4/3" />
          )}
        </Link>
        <Link
          to={comparePath(rest.map(toCompared))}
          replace
          preventScrollReset
          onClick={() => onRemove(vehicle)}
          aria-label={`הסרת ${name} מההשוואה`}
          title="הסרה מההשוואה"
          className="absolute end-0 top-0 grid size-11 place-items-center rounded-full text-ink-2 print:hidden before:absolute before:size-8 before:rounded-full before:bg-ground/80 hover:text-ink hover:before:bg-ground"
        >
          <X aria-hidden className="relative size-5" />
        </Link>
      </div>
      <Link to={page} className="py-1 text-base font-bold hover:underline md:text-xl">
        <bdi>{keepNumber(name)}</bdi>
      </Link>
      <p className="text-sm text-ink-2">
        {prose(vehicle.subtitle)}
        {vehicle.chosen && <span className="block font-semibold text-ink">{vehicle.chosen}</span>}
      </p>
      <Cost vehicle={vehicle} />
      <Actions vehicle={vehicle} visit={visit} />
    </>
  );
}

function Cost({ vehicle }: { vehicle: ComparedVehicle }) {
  return (
    <div className="grid content-start gap-1">
      <p>
        <PriceWithOld
          prefix={vehicle.starting_from && <span className="text-sm text-ink-2">החל מ־</span>}
          value={vehicle.price}
          old={vehicle.deleted_price ?? null}
          className="text-lg font-bold md:text-xl"
          oldClassName="text-sm"
        />
      </p>
      <Monthly vehicle={vehicle} />
      {vehicle.cheapest && <Best text="הזול ביותר" />}
    </div>
  );
}

function Actions({
  vehicle: { name, slug, page, order, state },
  visit,
}: {
  vehicle: ComparedVehicle;
  visit: string | null;
}) {
  return (
    <div className="grid content-start gap-2 md:max-w-136 print:hidden">
      {order ? (
        <ButtonLink to={order} size="sm" className="px-2!" aria-label={`להזמנה: ${name}`}>
          להזמנה
        </ButtonLink>
      ) : (
        <ButtonLink
          to={page}
          size="sm"
          variant="secondary"
          className="px-2!"
          aria-label={`${state}, לדף הדגם: ${name}`}
        >
          {state}
        </ButtonLink>
      )}
      {visit && (
        <ButtonLink
          to={`/booking?${new URLSearchParams({ service: 'TEST_RIDE', product: slug.name })}`}
          size="sm"
          variant="secondary"
          className="px-2!"
          aria-label={`תיאום ${visit}: ${name}`}
        >
          {visit}
        </ButtonLink>
      )}
    </div>
  );
}
