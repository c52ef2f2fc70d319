import { type MetaDescriptor, redirect, useSearchParams } from 'react-router';
import { plateForm } from '#contract/leads/trade-in-form.ts';
import { chosenInAddress, chosenQuery } from '#domain/catalogue/product-page/chosen-in-address.ts';
import { nameOfVehicles } from '#domain/catalogue/vehicles/vehicle-name.ts';
import { parsePlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import { type FormReply, parseForm } from '#domain/forms/parse-form.ts';
import {
  isTradeInKind,
  type PlateReply,
  type TradeInKind,
  tradeInKindKeys,
  tradeInKindOf,
  tradeInKinds,
} from '#domain/people/trade-in-questions.ts';
import { keepNumber } from '#domain/text/format.ts';
import { productPath } from '#domain/text/links.ts';
import { listVehicles } from '#server/catalogue/cards/product-names.ts';
import type { RequestContext } from '#server/context.ts';
import { receiveTradeIn, requireTradeIn } from '#server/leads/trade-ins/create.ts';
import { findVehicle, keptAnswer } from '#server/leads/trade-ins/vehicle.ts';
import { Refusal } from '#server/platform/errors.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { buttonLook } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { contextOf } from '~/context.ts';
import { headOf } from '~/features/seo/head.ts';
import { PlateForm } from '~/features/trade-in/plate-form.tsx';
import { VehicleForm } from '~/features/trade-in/vehicle-form.tsx';
import { notFoundOr } from '~/not-found.ts';
import { loaderHeadersOf, uncached } from '~/uncached-page.ts';
import type { Route } from './+types/trade-in.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = loaderHeadersOf;

/**
 * The wanted vehicle and what is chosen of it stand in the address, so that its page leads here and back; `by=hand`
 * opens the form without a plate.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  requireIt(ctx);
  const search = new URL(request.url).searchParams;
  const product = (await listVehicles(ctx)).find(({ slug }) => slug === search.get('product')) ?? null;
  return uncached({
    head: headOf(ctx.store, {
      title: 'טרייד־אין: כמה שווה הרכב שלכם?',
      description: 'מספר רישוי וכמה שאלות, והערכה מיד. את ההצעה אפשר לקזז מרכב חדש, בכפוף לבדיקה.',
      path: '/trade-in',
    }),
    product,
    kind: kindOf(ctx, search.get('kind')),
    byHand: search.get('by') === 'hand',
  });
}

/** As chosen; at first what the store itself sells. */
const kindOf = ({ store }: RequestContext, chosen: string | null): TradeInKind =>
  isTradeInKind(chosen) ? chosen : tradeInKindOf(nameOfVehicles(store.settings.vehicle_names, []).indefinite);

function requireIt(ctx: RequestContext): void {
  try {
    requireTradeIn(ctx);
  } catch (error) {
    notFoundOr(error);
  }
}

type Reply =
  | { step: 1; reply: FormReply }
  | { step: 2; plate: PlateReply | null; reply?: FormReply | { secret: string | null } };

/** Looks a plate up, or takes the vehicle. */
export async function action({ context, request }: Route.ActionArgs): Promise<Reply | Response> {
  const ctx = contextOf(context);
  requireIt(ctx);
  const form = await request.formData();
  if (form.get('step') === 'find') return find(ctx, form);
  const reply = await receiveTradeIn(ctx, form).catch(notFoundOr);
  // Scripts go there by themselves, when they have told what is to be told.
  if ('secret' in reply && !form.has('scripts')) return redirect(reply.secret ? `/trade-in/${reply.secret}` : '/', 303);
  const plate = form.get('kind') === 'road' ? parsePlate(String(form.get('plate') ?? '')) : null;
  return { step: 2, plate: plate ? await foundBefore(ctx, plate) : null, reply };
}

async function find(ctx: RequestContext, form: FormData): Promise<Reply> {
  const { data: plateData, errors, values } = parseForm(plateForm, form);
  if (errors) return { step: 1, reply: { errors, values } };
  try {
    return { step: 2, plate: await findVehicle(ctx, plateData.plate) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { step: 1, reply: { errors: {}, values, message: error.message } };
  }
}

/** What the first step said of it: the answer is kept. */
async function foundBefore(ctx: RequestContext, plate: string): Promise<PlateReply> {
  const vehicle = await keptAnswer(ctx, plate);
  if (vehicle) return { state: 'found', plate, ...vehicle };
  return { state: vehicle === null ? 'unknown' : 'away', plate };
}

export default function TradeInPage({ loaderData: { product, kind, byHand }, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const newVehicle = product && { product: product.slug, ...chosenInAddress(search) };
  const query = (more: Record<string, string>) => `/trade-in?${new URLSearchParams({ ...newVehicle, kind, ...more })}`;
  const second =
    actionData?.step === 2 ? actionData : byHand || kind !== 'road' ? { plate: null, reply: undefined } : null;
  return (
    <div className="page max-w-4xl py-4 pb-20">
      <Breadcrumbs
        items={[
          ...(product ? [{ name: product.name, to: `${productPath(product.slug)}${chosenQuery(search)}` }] : []),
          { name: 'טרייד־אין' },
        ]}
      />
      <h1 className="mt-6 text-4xl font-black">כמה שווה הרכב שלכם?</h1>
      <p className="mt-3 max-w-2xl text-lg text-ink-2">
        {kind === 'road' ? 'מספר רישוי וכמה שאלות, והערכה מיד.' : 'כמה שאלות, והצעה.'} את ההצעה אפשר לקזז{' '}
        {product ? (
          <>
            מ־<bdi>{keepNumber(product.name)}</bdi>
          </>
        ) : (
          'מרכב חדש'
        )}
        , בכפוף לבדיקת הרכב בסניף.
      </p>
      <nav aria-label="סוג הרכב שלכם" className="mt-6">
        <ul className="flex flex-wrap gap-2">
          {tradeInKindKeys.map((one) => (
            <li key={one}>
              <Link
                to={query({ kind: one })}
                preventScrollReset
                aria-current={one === kind ? 'page' : undefined}
                className={buttonLook({ variant: one === kind ? 'primary' : 'secondary', size: 'sm' })}
              >
                {tradeInKinds[one].label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {second ? (
        <VehicleForm
          kind={kind}
          plate={second.plate}
          product={product?.uuid ?? ''}
          again={query({})}
          byHand={query({ by: 'hand' })}
          chosen={product ? chosenQuery(search) : ''}
          reply={second.reply}
        />
      ) : (
        <PlateForm byHand={query({ by: 'hand' })} reply={actionData?.step === 1 ? actionData.reply : undefined} />
      )}
    </div>
  );
}
