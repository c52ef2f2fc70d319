import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Configurator, SavedConfiguration } from '#contract/catalogue/configurator.ts';
import { type Broken, type Choice, choicesOf, configure, extrasOf } from '#domain/catalogue/configurator.ts';
import { adding, difference, firstChoices, settle, withVariant } from '#domain/catalogue/configurator-change.ts';
import { basePrice } from '#domain/money/money.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { setChangedChoices } from '~/changed-choices.ts';

/**
 * A requested choice that needs further changes: all changes, the request first, and why. `next` is `null` when no
 * configuration allows it.
 */
export type Offer = {
  choice: Choice;
  on: boolean;
  reasons: string[];
  added: Choice[];
  removed: Choice[];
  next: string[] | null;
  /** Price change beyond the choices: variants' prices need not be sums of differences. Shekels. */
  base: number;
  price: number | null;
};

/** A valid configuration with its price; the rest of the page follows it. Shekels. */
export type Configured = { choices: string[]; variant: string; price: number };

/**
 * The current choices. Every press leads from one valid configuration to another: further changes are offered, not
 * made.
 */
export function useConfiguration(
  configurator: Configurator,
  saved: SavedConfiguration | null,
  /** What the page shows: it may have been opened, or chosen, before this part came to life. */
  shown: Configured | null,
  /**
   * Called with every choice that the shopper makes; `null` where it can't be had in the colour that was chosen at the
   * top.
   */
  onChange: (configured: Configured | null) => void,
) {
  const { search } = useLocation();
  const navigate = useNavigate();
  /** The colour that was chosen at the top of the page. */
  const sku = new URLSearchParams(search).get('variant');
  const [chosen, setChosen] = useState(() => {
    if (shown) return shown.choices;
    if (saved) return saved.choices;
    const first = firstChoices(configurator);
    return (sku === null ? null : withVariant(configurator, first, sku)) ?? first;
  });
  const [offer, setOffer] = useState<Offer | null>(null);
  // A modal dialog that opens or closes makes the browser style the whole page anew: the press is painted first.
  const showOffer = (next: Offer | null) => startTransition(() => setOffer(next));
  const [announcement, setAnnouncement] = useState('');
  const configured = useMemo(() => configure(configurator, chosen), [configurator, chosen]);

  /** Something was put together here or before. */
  const isOwn = useRef(shown !== null || saved !== null);
  // Another shared link of the same product was opened.
  const openedCode = useRef(saved?.code);
  useEffect(() => {
    const isOpen = saved?.code === openedCode.current;
    openedCode.current = saved?.code;
    if (!saved || isOpen) return;
    isOwn.current = true;
    setChosen(saved.choices);
  }, [saved]);

  // Another colour was chosen at the top: what was put together stays, in that colour.
  const namedSku = useRef(shown ? skuOf(configurator, shown.variant) : sku);
  useEffect(() => {
    if (sku === namedSku.current) return;
    namedSku.current = sku;
    if (sku === null) return;
    const next = withVariant(configurator, chosen, sku);
    if (next && isOwn.current) take(next, 'ההרכבה עודכנה לצבע שבחרתם');
    else if (next) setChosen(next);
    else onChange(null);
  });

  useEffect(() => () => setChangedChoices(null), []);

  const choicesIn = (keys: readonly string[]) => choicesOf(configurator).filter(({ key }) => keys.includes(key));

  /**
   * The address no longer names another colour than the page shows, so that pressing that colour at the top brings it
   * back.
   */
  function addressWithout(other: string | null): string {
    if (other === null) return search;
    const query = new URLSearchParams(search);
    query.delete('variant');
    const rest = query.size > 0 ? `?${query}` : '';
    void navigate({ search: rest }, { replace: true, preventScrollReset: true });
    return rest;
  }

  function take(choices: string[], what: string): void {
    setChosen(choices);
    showOffer(null);
    const { price, variant } = configure(configurator, choices);
    if (price !== null && variant) {
      isOwn.current = true;
      onChange({ choices, variant: variant.id, price });
      const extras = extrasOf(configurator, choices);
      const query = addressWithout(sku === variant.sku ? null : sku);
      setChangedChoices({ product: configurator.product_uid, choices, variant: variant.id, extras, search: query });
    }
    setAnnouncement(`${what}. ${price === null ? '' : `המחיר: ${formatExactPrice(price)}`}`);
  }

  function pick(choice: Choice, on: boolean): void {
    const next = settle(configurator, chosen, { key: choice.key, on });
    const { added, removed } = difference(configurator, chosen, next ?? chosen);
    const alone = on ? adding(configurator, chosen, choice.key) : chosen.filter((key) => key !== choice.key);
    const along = {
      added: added.filter(({ key }) => key !== choice.key),
      removed: removed.filter(({ key }) => alone.includes(key)),
    };
    if (next && along.added.length + along.removed.length === 0) {
      take(next, `${on ? 'נוסף להרכבה' : 'הוסר מההרכבה'}: ${choice.name}`);
      return;
    }
    const reasons = configure(configurator, alone).broken.map(({ message }) => message);
    const then = next && configure(configurator, next);
    const base =
      then?.price == null || configured.price === null
        ? 0
        : basePrice(then.price, choicesIn(then.choices)) - basePrice(configured.price, choicesIn(chosen));
    const first = (choices: Choice[]) => choices.toSorted((a, b) => +(b.key === choice.key) - +(a.key === choice.key));
    showOffer({
      choice,
      on,
      reasons,
      added: first(added),
      removed: first(removed),
      next,
      base,
      price: then?.price ?? null,
    });
  }

  return {
    chosen,
    configured,
    announcement,
    offer,
    pick,
    accept: () => offer?.next && take(offer.next, `${offer.choice.name} – ההרכבה עודכנה`),
    dismiss: () => showOffer(null),
    /** The code of this configuration, so that opening it again changes nothing. */
    keep: (code: string) => {
      openedCode.current = code;
    },
  };
}

const skuOf = ({ variants }: Configurator, variant: string): string | null =>
  variants.find(({ id }) => id === variant)?.sku ?? null;

/** Why a choice can't simply be added; `null` when it can. */
export function hintOf(configurator: Configurator, chosen: string[], key: string): string | null {
  const [broken] = configure(configurator, adding(configurator, chosen, key)).broken;
  if (!broken) return null;
  const reason = broken.reason && ` – ${broken.reason}`;
  const names = (keys: string[]): string =>
    configurator.groups
      .flatMap(({ choices }) => choices.filter((choice) => keys.includes(choice.key)))
      .map(({ name }) => name)
      .join(' או ');
  return `${short(broken, key, names)}${reason}`;
}

function short({ code, choice, others }: Broken, key: string, names: (keys: string[]) => string): string {
  if (code === 'REQUIRES' && choice === key) return `נדרש גם: ${names(others)}`;
  if (code === 'REQUIRES' && choice) return `אי אפשר יחד עם ${names([choice])}`;
  if (code === 'EXCLUDES') return `אי אפשר יחד עם ${names(choice === key || choice === null ? others : [choice])}`;
  return `אי אפשר יחד עם ${names(others.filter((other) => other !== key))}`;
}
