CREATE TABLE "consents" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_uid" uuid NOT NULL,
	"kind" text NOT NULL,
	"given" boolean NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customers" DROP CONSTRAINT "customers_store_uid_email_unique";--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_customer_uid_kind_created_at_index" ON "consents" USING btree ("customer_uid","kind","created_at");--> statement-breakpoint
CREATE INDEX "customers_store_uid_email_index" ON "customers" USING btree ("store_uid","email");