import type { NextService } from '#domain/catalogue/vehicles/service-plan.ts';
import type { TaxDocument } from '../checkout/documents.ts';
import type { Image } from '../common.ts';

/** A vehicle in the personal area. Days are `2026-03-04`. */
export type OwnVehicle = {
  key: string;
  name: string;
  slug: string;
  year: number | null;
  /** In the colour that was bought, where it was bought here. */
  image: Pick<Image, 'image_url'> | null;
  colour: string;
  plate: string;
  bought_at: string | null;
  kilometres: number | null;
  next_service: NextService | null;
  test_until: string | null;
  insured_until: string | null;
  kept: boolean;
  /** Whether the store has its page, and parts for it. */
  sold: boolean;
  has_parts: boolean;
};

/** One that its owner has sold. */
export type SoldVehicle = Pick<OwnVehicle, 'key' | 'name' | 'year' | 'plate'> & {
  sold_at: string;
  order: OwnVehicleDetails['order'];
};

/** With all that its own page shows. */
export type OwnVehicleDetails = OwnVehicle & {
  chassis: string;
  has_official_plate: boolean;
  kilometres_on: string | null;
  services: number;
  serviced_on: string | null;
  serviced_km: number | null;
  has_plan: boolean;
  warranty: string;
  order: { uuid: string; number: string } | null;
  documents: TaxDocument[];
};
