import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { TradeIn } from '#contract/leads/trade-ins.ts';
import { keepNumber } from '#domain/text/format.ts';
import { productPath } from '#domain/text/links.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { useToast } from '#ui/toasts.tsx';
import { CREDIT, chooseTradeIn, useTradeIn } from '../finance/chosen-trade-in.ts';

type Vehicle = { uuid: string; name: string; slug: string };
type Props = { tradeIn: TradeIn; secret: string; vehicles: Vehicle[] };

/**
 * Chooses the one vehicle that the offer is for, and leads to it as it was left: its price cards and its purchase show
 * the offer from then on.
 */
export function UseOffer({ tradeIn: { offer, product }, secret, vehicles }: Props) {
  const navigate = useNavigate();
  const toast = useToast();
  const chosenTradeIn = useTradeIn();
  const current =
    chosenTradeIn?.secret === secret ? vehicles.find(({ uuid }) => uuid === chosenTradeIn.product) : undefined;
  const [selectedVehicle, setSelectedVehicle] = useState(product?.id ?? '');
  const [isVehicleMissing, setMissing] = useState(false);
  if (!offer) return null;

  function choose(event: FormEvent) {
    event.preventDefault();
    const vehicle = vehicles.find(({ uuid }) => uuid === selectedVehicle);
    setMissing(!vehicle);
    if (!offer || !vehicle) return;
    chooseTradeIn({ secret, product: vehicle.uuid, low: offer.low, expires_at: offer.expires_at });
    toast({ kind: 'success', title: 'הזיכוי נרשם לרכב החדש' });
    void navigate(`${productPath(vehicle.slug)}${vehicle.uuid === product?.id ? product.chosen : ''}#${CREDIT}`);
  }

  return (
    <form onSubmit={choose} noValidate className="grid gap-4 noscript:hidden">
      <SelectField
        label="הרכב החדש"
        name="vehicle"
        required
        value={selectedVehicle}
        onChange={(event) => setSelectedVehicle(event.target.value)}
        {...(isVehicleMissing && { error: 'בחרו את הרכב החדש' })}
      >
        <option value="">בחירה</option>
        {vehicles.map(({ uuid, name }) => (
          <option key={uuid} value={uuid}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" id="choose-offer">
          קיזוז ממחיר הרכב החדש
        </Button>
        {current && (
          <Button
            variant="quiet"
            onClick={() => {
              chooseTradeIn(null);
              document.getElementById('choose-offer')?.focus();
            }}
          >
            בלי קיזוז
          </Button>
        )}
      </div>
      <p role="status" className="text-sm text-ink-2">
        {current && (
          <>
            ההצעה מקוזזת עכשיו מ־<bdi>{keepNumber(current.name)}</bdi>.
          </>
        )}
      </p>
    </form>
  );
}
