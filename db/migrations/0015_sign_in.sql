CREATE TABLE "customer_identities" (
	"store_uid" uuid NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"customer_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_identities_store_uid_provider_subject_pk" PRIMARY KEY("store_uid","provider","subject")
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"customer_uid" uuid NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_tries" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "customers_store_uid_email_index";--> statement-breakpoint
ALTER TABLE "login_tickets" ALTER COLUMN "phone" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "login_tickets" ADD COLUMN "kind" text DEFAULT 'phone' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_tickets" ADD COLUMN "identity" jsonb;--> statement-breakpoint
ALTER TABLE "customer_identities" ADD CONSTRAINT "customer_identities_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_identities" ADD CONSTRAINT "customer_identities_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_identities_customer_uid_index" ON "customer_identities" USING btree ("customer_uid");--> statement-breakpoint
CREATE INDEX "password_links_customer_uid_index" ON "password_links" USING btree ("customer_uid");--> statement-breakpoint
CREATE INDEX "password_links_expires_at_index" ON "password_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_tries_kind_subject_at_index" ON "sign_in_tries" USING btree ("kind","subject","at");--> statement-breakpoint
CREATE INDEX "sign_in_tries_kind_address_at_index" ON "sign_in_tries" USING btree ("kind","address","at");--> statement-breakpoint
CREATE INDEX "sign_in_tries_at_index" ON "sign_in_tries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree ("store_uid",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "customers_verified_email_idx" ON "customers" USING btree ("store_uid",lower("email")) WHERE "customers"."email_verified_at" is not null;--> statement-breakpoint
CREATE INDEX "login_tickets_expires_at_index" ON "login_tickets" USING btree ("expires_at");