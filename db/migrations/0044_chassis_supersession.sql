CREATE TABLE "spec_templates" (
	"company_uid" uuid NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"group_name" text NOT NULL,
	"name" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	CONSTRAINT "spec_templates_company_uid_kind_position_pk" PRIMARY KEY("company_uid","kind","position")
);
--> statement-breakpoint
ALTER TABLE "part_fits" DROP CONSTRAINT "part_fits_part_uid_vehicle_uid_year_from_pk";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
ALTER TABLE "part_fits" ADD COLUMN "chassis_prefix" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "part_fits" ADD COLUMN "chassis_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "part_fits" ADD COLUMN "chassis_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- contract: an older process writes fits without chassis numbers, which are one for each year as before
ALTER TABLE "part_fits" ADD CONSTRAINT "part_fits_pk" PRIMARY KEY("part_uid","vehicle_uid","year_from","chassis_prefix","chassis_from");--> statement-breakpoint
ALTER TABLE "spec_templates" ADD CONSTRAINT "spec_templates_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_replaced_by_products_uuid_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."products"("uuid") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "products_replaced_by_index" ON "products" USING btree ("replaced_by");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_replaced_by_another" CHECK ("products"."replaced_by" <> "products"."uuid") NOT VALID;--> statement-breakpoint
ALTER TABLE "part_fits" ADD CONSTRAINT "part_fits_chassis" CHECK ("part_fits"."chassis_from" ~ '^\d{0,12}$' and "part_fits"."chassis_to" ~ '^\d{0,12}$') NOT VALID;