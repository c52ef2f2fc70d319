CREATE TABLE "cart_lines" (
	"customer_uid" uuid NOT NULL,
	"variant_uid" uuid NOT NULL,
	"configuration" text DEFAULT '' NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_lines_customer_uid_variant_uid_configuration_pk" PRIMARY KEY("customer_uid","variant_uid","configuration"),
	CONSTRAINT "cart_lines_quantity_check" CHECK ("cart_lines"."quantity" between 1 and 99)
);
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_variant_uid_variants_uuid_fk" FOREIGN KEY ("variant_uid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cart_lines_variant_uid_index" ON "cart_lines" USING btree ("variant_uid");