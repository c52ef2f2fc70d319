CREATE TABLE "assemblies" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"media" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "assemblies_company_uid_slug_unique" UNIQUE("company_uid","slug")
);
--> statement-breakpoint
CREATE TABLE "assembly_callouts" (
	"assembly_uid" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"x" real NOT NULL,
	"y" real NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "assembly_callouts_assembly_uid_number_pk" PRIMARY KEY("assembly_uid","number"),
	CONSTRAINT "assembly_callouts_on_the_picture" CHECK ("assembly_callouts"."x" between 0 and 100 and "assembly_callouts"."y" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "assembly_vehicles" (
	"assembly_uid" uuid NOT NULL,
	"vehicle_uid" uuid NOT NULL,
	"year_from" integer NOT NULL,
	"year_to" integer NOT NULL,
	CONSTRAINT "assembly_vehicles_assembly_uid_vehicle_uid_pk" PRIMARY KEY("assembly_uid","vehicle_uid")
);
--> statement-breakpoint
CREATE TABLE "callout_parts" (
	"assembly_uid" uuid NOT NULL,
	"number" integer NOT NULL,
	"part_uid" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "callout_parts_assembly_uid_number_part_uid_pk" PRIMARY KEY("assembly_uid","number","part_uid")
);
--> statement-breakpoint
ALTER TABLE "assemblies" ADD CONSTRAINT "assemblies_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assembly_callouts" ADD CONSTRAINT "assembly_callouts_assembly_uid_assemblies_uuid_fk" FOREIGN KEY ("assembly_uid") REFERENCES "public"."assemblies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assembly_vehicles" ADD CONSTRAINT "assembly_vehicles_assembly_uid_assemblies_uuid_fk" FOREIGN KEY ("assembly_uid") REFERENCES "public"."assemblies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assembly_vehicles" ADD CONSTRAINT "assembly_vehicles_vehicle_uid_products_uuid_fk" FOREIGN KEY ("vehicle_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callout_parts" ADD CONSTRAINT "callout_parts_assembly_uid_assemblies_uuid_fk" FOREIGN KEY ("assembly_uid") REFERENCES "public"."assemblies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callout_parts" ADD CONSTRAINT "callout_parts_part_uid_products_uuid_fk" FOREIGN KEY ("part_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assembly_vehicles_vehicle_uid_index" ON "assembly_vehicles" USING btree ("vehicle_uid");--> statement-breakpoint
CREATE INDEX "callout_parts_part_uid_index" ON "callout_parts" USING btree ("part_uid");--> statement-breakpoint
CREATE INDEX "product_meta_part_number_idx" ON "product_meta" USING btree (lower(regexp_replace("value", '[^[:alnum:]]+', '', 'g')) text_pattern_ops) WHERE "product_meta"."key" = 'part_number';--> statement-breakpoint
CREATE INDEX "variants_plain_sku_idx" ON "variants" USING btree (lower(regexp_replace("sku", '[^[:alnum:]]+', '', 'g')) text_pattern_ops);