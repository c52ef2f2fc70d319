CREATE TABLE "customer_images" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_uid" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_images_customer_uid_unique" UNIQUE("customer_uid")
);
--> statement-breakpoint
CREATE TABLE "garage_vehicles" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_uid" uuid NOT NULL,
	"vehicle_uid" uuid NOT NULL,
	"year" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "garage_vehicles_customer_uid_vehicle_uid_year_unique" UNIQUE NULLS NOT DISTINCT("customer_uid","vehicle_uid","year")
);
--> statement-breakpoint
CREATE TABLE "saved_configurations" (
	"customer_uid" uuid NOT NULL,
	"configuration_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_configurations_customer_uid_configuration_uid_pk" PRIMARY KEY("customer_uid","configuration_uid")
);
--> statement-breakpoint
CREATE TABLE "saved_quotes" (
	"customer_uid" uuid NOT NULL,
	"quote_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_quotes_customer_uid_quote_uid_pk" PRIMARY KEY("customer_uid","quote_uid")
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"code" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "streets" (
	"settlement_code" integer NOT NULL,
	"code" integer NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "streets_settlement_code_code_pk" PRIMARY KEY("settlement_code","code")
);
--> statement-breakpoint
ALTER TABLE "customer_images" ADD CONSTRAINT "customer_images_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD CONSTRAINT "garage_vehicles_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD CONSTRAINT "garage_vehicles_vehicle_uid_products_uuid_fk" FOREIGN KEY ("vehicle_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_configurations" ADD CONSTRAINT "saved_configurations_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_configurations" ADD CONSTRAINT "saved_configurations_configuration_uid_configurations_uuid_fk" FOREIGN KEY ("configuration_uid") REFERENCES "public"."configurations"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_quotes" ADD CONSTRAINT "saved_quotes_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_quotes" ADD CONSTRAINT "saved_quotes_quote_uid_finance_quotes_uuid_fk" FOREIGN KEY ("quote_uid") REFERENCES "public"."finance_quotes"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streets" ADD CONSTRAINT "streets_settlement_code_settlements_code_fk" FOREIGN KEY ("settlement_code") REFERENCES "public"."settlements"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "garage_vehicles_vehicle_uid_index" ON "garage_vehicles" USING btree ("vehicle_uid");--> statement-breakpoint
CREATE INDEX "saved_configurations_configuration_uid_index" ON "saved_configurations" USING btree ("configuration_uid");--> statement-breakpoint
CREATE INDEX "saved_quotes_quote_uid_index" ON "saved_quotes" USING btree ("quote_uid");--> statement-breakpoint
CREATE INDEX "settlements_key_idx" ON "settlements" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "streets_key_idx" ON "streets" USING btree ("settlement_code","key" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_main_idx" ON "addresses" USING btree ("customer_uid") WHERE "addresses"."is_main";