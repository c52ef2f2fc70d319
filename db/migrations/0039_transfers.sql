CREATE TABLE "transfer_parts" (
	"transfer_uid" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "transfer_parts_transfer_uid_position_pk" PRIMARY KEY("transfer_uid","position")
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"direction" text NOT NULL,
	"staff_uid" uuid,
	"file_name" text NOT NULL,
	"bytes" integer,
	"supplier" text DEFAULT '' NOT NULL,
	"mapping" jsonb,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text NOT NULL,
	"step" text DEFAULT '' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"report" jsonb,
	"deed_uid" uuid,
	"claimed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "transfer_parts" ADD CONSTRAINT "transfer_parts_transfer_uid_transfers_uuid_fk" FOREIGN KEY ("transfer_uid") REFERENCES "public"."transfers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_staff_uid_staff_uuid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfers_created_at_index" ON "transfers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "transfers_staff_uid_index" ON "transfers" USING btree ("staff_uid");--> statement-breakpoint
CREATE INDEX "transfers_due_idx" ON "transfers" USING btree ("created_at") WHERE "transfers"."state" in ('check', 'apply');