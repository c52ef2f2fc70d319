CREATE TYPE "public"."draft_state" AS ENUM('draft', 'scheduled', 'published', 'ended', 'failed', 'discarded');--> statement-breakpoint
CREATE TABLE "draft_steps" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"draft_uid" uuid NOT NULL,
	"position" integer NOT NULL,
	"call" text NOT NULL,
	"input" jsonb NOT NULL,
	"store_uid" uuid,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"added_by_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_steps_position" UNIQUE("draft_uid","position")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"store_uid" uuid,
	"author_uid" uuid NOT NULL,
	"state" "draft_state" DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"publish_at" timestamp with time zone,
	"end_at" timestamp with time zone,
	"publisher_uid" uuid,
	"published_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"operation_uid" uuid,
	"problem" text DEFAULT '' NOT NULL,
	"link_nonce" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "draft_steps" ADD CONSTRAINT "draft_steps_draft_uid_drafts_uuid_fk" FOREIGN KEY ("draft_uid") REFERENCES "public"."drafts"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_steps" ADD CONSTRAINT "draft_steps_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_steps" ADD CONSTRAINT "draft_steps_added_by_uid_staff_uuid_fk" FOREIGN KEY ("added_by_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_author_uid_staff_uuid_fk" FOREIGN KEY ("author_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_publisher_uid_staff_uuid_fk" FOREIGN KEY ("publisher_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_steps_store_uid_index" ON "draft_steps" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "draft_steps_added_by_uid_index" ON "draft_steps" USING btree ("added_by_uid");--> statement-breakpoint
CREATE INDEX "drafts_store_uid_index" ON "drafts" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "drafts_author_uid_index" ON "drafts" USING btree ("author_uid");--> statement-breakpoint
CREATE INDEX "drafts_publisher_uid_index" ON "drafts" USING btree ("publisher_uid");--> statement-breakpoint
CREATE INDEX "drafts_state_idx" ON "drafts" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "drafts_due_idx" ON "drafts" USING btree ("publish_at") WHERE "drafts"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "drafts_end_idx" ON "drafts" USING btree ("end_at") WHERE "drafts"."state" = 'published' and "drafts"."end_at" is not null;