CREATE TABLE "order_consents" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_consents_order_uid_kind_unique" UNIQUE("order_uid","kind")
);
--> statement-breakpoint
ALTER TABLE "order_consents" ADD CONSTRAINT "order_consents_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;