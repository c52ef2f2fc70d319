CREATE TABLE "garage_reminders" (
	"customer_uid" uuid PRIMARY KEY NOT NULL,
	"by_sms" boolean NOT NULL,
	"by_email" boolean NOT NULL,
	"days" integer NOT NULL,
	"next_check_at" timestamp with time zone NOT NULL,
	"stop_hash" text,
	CONSTRAINT "garage_reminders_stop_hash_unique" UNIQUE("stop_hash")
);
--> statement-breakpoint
ALTER TABLE "garage_vehicles" DROP CONSTRAINT "garage_vehicles_customer_uid_vehicle_uid_year_unique";--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "order_line_uid" uuid;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "unit" integer;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "plate" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "kilometres" integer;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "kilometres_on" date;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "serviced_on" date;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "serviced_km" integer;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "services" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "test_until" date;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "insured_until" date;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "test_notified" date;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "insurance_notified" date;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "service_notified" integer;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "details_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "service_plan" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "garage_reminders" ADD CONSTRAINT "garage_reminders_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "garage_reminders_due_idx" ON "garage_reminders" USING btree ("next_check_at") WHERE "garage_reminders"."by_sms" or "garage_reminders"."by_email";--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD CONSTRAINT "garage_vehicles_order_line_uid_order_lines_uuid_fk" FOREIGN KEY ("order_line_uid") REFERENCES "public"."order_lines"("uuid") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
-- contract: no row has a piece of an order yet, and what remains is what the former constraint kept.
ALTER TABLE "garage_vehicles" ADD CONSTRAINT "garage_vehicles_same" UNIQUE NULLS NOT DISTINCT("customer_uid","vehicle_uid","year","order_line_uid","unit");--> statement-breakpoint
-- contract: no row has a piece of an order yet, and what remains is what the former constraint kept.
ALTER TABLE "garage_vehicles" ADD CONSTRAINT "garage_vehicles_piece_once" UNIQUE("order_line_uid","unit");--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD CONSTRAINT "garage_vehicles_piece" CHECK (("garage_vehicles"."order_line_uid" is null) = ("garage_vehicles"."unit" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD CONSTRAINT "garage_vehicles_numbers" CHECK ("garage_vehicles"."kilometres" >= 0 and "garage_vehicles"."serviced_km" >= 0 and "garage_vehicles"."services" >= 0) NOT VALID;