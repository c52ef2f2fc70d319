CREATE TABLE "limit_hits" (
	"uuid" uuid NOT NULL,
	"policy" text NOT NULL,
	"subject" text NOT NULL,
	"address" text NOT NULL,
	"store" text NOT NULL,
	"known" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "limit_hits_uuid_policy_subject_pk" PRIMARY KEY("uuid","policy","subject")
);
--> statement-breakpoint
ALTER TABLE "otp_codes" ADD COLUMN "asked_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "placed_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "limit_hits_policy_subject_at_index" ON "limit_hits" USING btree ("policy","subject","at");--> statement-breakpoint
CREATE INDEX "limit_hits_policy_address_at_index" ON "limit_hits" USING btree ("policy","address","at");--> statement-breakpoint
CREATE INDEX "limit_hits_policy_at_index" ON "limit_hits" USING btree ("policy","at");--> statement-breakpoint
CREATE INDEX "limit_hits_at_index" ON "limit_hits" USING btree ("at");