CREATE TABLE "order_signatures" (
	"file_uid" uuid PRIMARY KEY NOT NULL,
	"order_uid" uuid NOT NULL,
	"name" text NOT NULL,
	"drawn" boolean NOT NULL,
	"text" text NOT NULL,
	"text_version" text NOT NULL,
	"ip_hash" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "handover_steps" ADD COLUMN "task" text;--> statement-breakpoint
ALTER TABLE "handover_steps" ADD COLUMN "ask" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "handover_steps" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "handover_steps" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "handover_steps" ADD COLUMN "refusal" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_files" ADD COLUMN "from_buyer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "order_uid" uuid;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "tasks_remind_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_signatures" ADD CONSTRAINT "order_signatures_file_uid_order_files_uuid_fk" FOREIGN KEY ("file_uid") REFERENCES "public"."order_files"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_signatures" ADD CONSTRAINT "order_signatures_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_signatures_order_uid_index" ON "order_signatures" USING btree ("order_uid");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "handover_steps_waiting_idx" ON "handover_steps" USING btree ("order_uid") WHERE "handover_steps"."sent_at" is not null and "handover_steps"."done_at" is null and "handover_steps"."refused_at" is null;--> statement-breakpoint
CREATE INDEX "bookings_order_uid_index" ON "bookings" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "bookings_tasks_remind_at_index" ON "bookings" USING btree ("tasks_remind_at");--> statement-breakpoint
ALTER TABLE "handover_steps" ADD CONSTRAINT "handover_steps_task" CHECK ("handover_steps"."task" in ('papers', 'signature')) NOT VALID;