CREATE TABLE "stock_alert_recipients" (
	"store_uid" uuid NOT NULL,
	"recipient" text NOT NULL,
	"stop_hash" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone,
	CONSTRAINT "stock_alert_recipients_store_uid_recipient_pk" PRIMARY KEY("store_uid","recipient"),
	CONSTRAINT "stock_alert_recipients_stop_hash_unique" UNIQUE("stop_hash")
);
--> statement-breakpoint
ALTER TABLE "stock_alert_recipients" ADD CONSTRAINT "stock_alert_recipients_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;