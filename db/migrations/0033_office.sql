CREATE TYPE "public"."lead_state" AS ENUM('new', 'open', 'answered', 'converted', 'closed');--> statement-breakpoint
CREATE TYPE "public"."approval_status" AS ENUM('waiting', 'approved', 'declined', 'withdrawn', 'failed');--> statement-breakpoint
CREATE TYPE "public"."staff_status" AS ENUM('invited', 'active', 'disabled');--> statement-breakpoint
CREATE TABLE "booking_blocks" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"branch_uid" uuid NOT NULL,
	"service" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "booking_blocks_order" CHECK ("booking_blocks"."starts_at" < "booking_blocks"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "handover_steps" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"done_at" timestamp with time zone,
	"done_by_uid" uuid,
	CONSTRAINT "handover_steps_order_uid_position_unique" UNIQUE("order_uid","position")
);
--> statement-breakpoint
CREATE TABLE "order_files" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"step_uid" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"storage_key" text NOT NULL,
	"staff_uid" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_files_storage_key_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "order_vehicles" (
	"order_line_uid" uuid NOT NULL,
	"unit" integer NOT NULL,
	"chassis_number" text DEFAULT '' NOT NULL,
	"engine_number" text DEFAULT '' NOT NULL,
	"plate_number" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_vehicles_order_line_uid_unit_pk" PRIMARY KEY("order_line_uid","unit")
);
--> statement-breakpoint
CREATE TABLE "refund_lines" (
	"refund_uid" uuid NOT NULL,
	"order_line_uid" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"amount_agorot" bigint NOT NULL,
	"restock" boolean NOT NULL,
	"restocked_at" timestamp with time zone,
	CONSTRAINT "refund_lines_refund_uid_order_line_uid_pk" PRIMARY KEY("refund_uid","order_line_uid"),
	CONSTRAINT "refund_lines_quantity" CHECK ("refund_lines"."quantity" > 0),
	CONSTRAINT "refund_lines_amount" CHECK ("refund_lines"."amount_agorot" >= 0)
);
--> statement-breakpoint
CREATE TABLE "shipment_lines" (
	"shipment_uid" uuid NOT NULL,
	"order_line_uid" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "shipment_lines_shipment_uid_order_line_uid_pk" PRIMARY KEY("shipment_uid","order_line_uid"),
	CONSTRAINT "shipment_lines_quantity" CHECK ("shipment_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"carrier" text DEFAULT '' NOT NULL,
	"tracking_number" text DEFAULT '' NOT NULL,
	"shipped_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_answers" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"lead_uid" uuid NOT NULL,
	"staff_uid" uuid NOT NULL,
	"channel" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"call" text NOT NULL,
	"input" jsonb NOT NULL,
	"store_uid" uuid,
	"entity_kind" text NOT NULL,
	"entity_uid" uuid NOT NULL,
	"summary" text NOT NULL,
	"amount_agorot" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"status" "approval_status" DEFAULT 'waiting' NOT NULL,
	"requested_by_uid" uuid NOT NULL,
	"decided_by_uid" uuid,
	"decided_at" timestamp with time zone,
	"decision_note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_kind" text NOT NULL,
	"entity_uid" uuid NOT NULL,
	"store_uid" uuid,
	"staff_uid" uuid NOT NULL,
	"text" text NOT NULL,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text,
	"name" text NOT NULL,
	"permissions" text[] NOT NULL,
	"refund_limit_agorot" bigint,
	"discount_limit_bp" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "roles_key_unique" UNIQUE("key"),
	CONSTRAINT "roles_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_uid" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_staff_uid_list_name_unique" UNIQUE("staff_uid","list","name")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"status" "staff_status" DEFAULT 'invited' NOT NULL,
	"password_hash" text,
	"totp_secret" text,
	"totp_last_step" bigint DEFAULT 0 NOT NULL,
	"passkey_handle" text NOT NULL,
	"invited_by_uid" uuid,
	"last_sign_in_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_passkey_handle_unique" UNIQUE("passkey_handle")
);
--> statement-breakpoint
CREATE TABLE "staff_devices" (
	"device_hash" text NOT NULL,
	"staff_uid" uuid NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_devices_staff_uid_device_hash_pk" PRIMARY KEY("staff_uid","device_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"credential_id" text PRIMARY KEY NOT NULL,
	"staff_uid" uuid NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_recovery_codes" (
	"code_hash" text NOT NULL,
	"staff_uid" uuid NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_recovery_codes_staff_uid_code_hash_pk" PRIMARY KEY("staff_uid","code_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_uid" uuid NOT NULL,
	"role_uid" uuid NOT NULL,
	"store_uid" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_roles_once" UNIQUE NULLS NOT DISTINCT("staff_uid","role_uid","store_uid")
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"staff_uid" uuid NOT NULL,
	"proved_at" timestamp with time zone NOT NULL,
	"ip_address" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_sessions_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "staff_tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"staff_uid" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tries_left" integer DEFAULT 5 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_kind" text NOT NULL,
	"entity_uid" uuid NOT NULL,
	"store_uid" uuid,
	"title" text NOT NULL,
	"assignee_uid" uuid,
	"due_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"done_by_uid" uuid,
	"created_by_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "no_show_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "state" "lead_state" DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "owner_uid" uuid;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "first_answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "order_uid" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "placed_by_uid" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "owner_uid" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "deadline_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promised_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "booking_blocks" ADD CONSTRAINT "booking_blocks_branch_uid_branches_uuid_fk" FOREIGN KEY ("branch_uid") REFERENCES "public"."branches"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_steps" ADD CONSTRAINT "handover_steps_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_steps" ADD CONSTRAINT "handover_steps_done_by_uid_staff_uuid_fk" FOREIGN KEY ("done_by_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_files" ADD CONSTRAINT "order_files_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_files" ADD CONSTRAINT "order_files_step_uid_handover_steps_uuid_fk" FOREIGN KEY ("step_uid") REFERENCES "public"."handover_steps"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_files" ADD CONSTRAINT "order_files_staff_uid_staff_uuid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_vehicles" ADD CONSTRAINT "order_vehicles_order_line_uid_order_lines_uuid_fk" FOREIGN KEY ("order_line_uid") REFERENCES "public"."order_lines"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_uid_refunds_uuid_fk" FOREIGN KEY ("refund_uid") REFERENCES "public"."refunds"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_order_line_uid_order_lines_uuid_fk" FOREIGN KEY ("order_line_uid") REFERENCES "public"."order_lines"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_shipment_uid_shipments_uuid_fk" FOREIGN KEY ("shipment_uid") REFERENCES "public"."shipments"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_order_line_uid_order_lines_uuid_fk" FOREIGN KEY ("order_line_uid") REFERENCES "public"."order_lines"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_answers" ADD CONSTRAINT "lead_answers_lead_uid_leads_uuid_fk" FOREIGN KEY ("lead_uid") REFERENCES "public"."leads"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_answers" ADD CONSTRAINT "lead_answers_staff_uid_staff_uuid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_requested_by_uid_staff_uuid_fk" FOREIGN KEY ("requested_by_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_uid_staff_uuid_fk" FOREIGN KEY ("decided_by_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_staff_uid_staff_uuid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_staff_uid_staff_uuid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_invited_by_uid_staff_uuid_fk" FOREIGN KEY ("invited_by_uid") REFERENCES "public"."staff"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_devices" ADD CONSTRAINT "staff_devices_staff_uid_staff_uuid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_uid_staff_uuid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_staff_uid_staff_uuid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_staff_uid_staff_uuid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_role_uid_roles_uuid_fk" FOREIGN KEY ("role_uid") REFERENCES "public"."roles"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_uid_staff_uuid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_tickets" ADD CONSTRAINT "staff_tickets_staff_uid_staff_uuid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assignee_uid_staff_uuid_fk" FOREIGN KEY ("assignee_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_done_by_uid_staff_uuid_fk" FOREIGN KEY ("done_by_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_uid_staff_uuid_fk" FOREIGN KEY ("created_by_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_blocks_branch_uid_starts_at_index" ON "booking_blocks" USING btree ("branch_uid","starts_at");--> statement-breakpoint
CREATE INDEX "handover_steps_done_by_uid_index" ON "handover_steps" USING btree ("done_by_uid");--> statement-breakpoint
CREATE INDEX "order_files_order_uid_index" ON "order_files" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "order_files_step_uid_index" ON "order_files" USING btree ("step_uid");--> statement-breakpoint
CREATE INDEX "order_files_staff_uid_index" ON "order_files" USING btree ("staff_uid");--> statement-breakpoint
CREATE INDEX "order_vehicles_chassis_idx" ON "order_vehicles" USING btree (upper("chassis_number"));--> statement-breakpoint
CREATE INDEX "order_vehicles_plate_idx" ON "order_vehicles" USING btree ("plate_number");--> statement-breakpoint
CREATE INDEX "refund_lines_order_line_uid_index" ON "refund_lines" USING btree ("order_line_uid");--> statement-breakpoint
CREATE INDEX "shipment_lines_order_line_uid_index" ON "shipment_lines" USING btree ("order_line_uid");--> statement-breakpoint
CREATE INDEX "shipments_order_uid_index" ON "shipments" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "lead_answers_lead_uid_created_at_index" ON "lead_answers" USING btree ("lead_uid","created_at");--> statement-breakpoint
CREATE INDEX "lead_answers_staff_uid_index" ON "lead_answers" USING btree ("staff_uid");--> statement-breakpoint
CREATE INDEX "approvals_entity_uid_index" ON "approvals" USING btree ("entity_uid");--> statement-breakpoint
CREATE INDEX "approvals_store_uid_index" ON "approvals" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "approvals_requested_by_uid_index" ON "approvals" USING btree ("requested_by_uid");--> statement-breakpoint
CREATE INDEX "approvals_decided_by_uid_index" ON "approvals" USING btree ("decided_by_uid");--> statement-breakpoint
CREATE INDEX "approvals_waiting_idx" ON "approvals" USING btree ("created_at") WHERE "approvals"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "notes_entity_uid_created_at_index" ON "notes" USING btree ("entity_uid","created_at");--> statement-breakpoint
CREATE INDEX "notes_store_uid_index" ON "notes" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "notes_staff_uid_index" ON "notes" USING btree ("staff_uid");--> statement-breakpoint
CREATE INDEX "saved_views_list_index" ON "saved_views" USING btree ("list");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email_idx" ON "staff" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "staff_invited_by_uid_index" ON "staff" USING btree ("invited_by_uid");--> statement-breakpoint
CREATE INDEX "staff_passkeys_staff_uid_index" ON "staff_passkeys" USING btree ("staff_uid");--> statement-breakpoint
CREATE INDEX "staff_roles_role_uid_index" ON "staff_roles" USING btree ("role_uid");--> statement-breakpoint
CREATE INDEX "staff_roles_store_uid_index" ON "staff_roles" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "staff_sessions_staff_uid_index" ON "staff_sessions" USING btree ("staff_uid");--> statement-breakpoint
CREATE INDEX "staff_sessions_expires_at_index" ON "staff_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_tickets_staff_uid_index" ON "staff_tickets" USING btree ("staff_uid");--> statement-breakpoint
CREATE INDEX "staff_tickets_expires_at_index" ON "staff_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tasks_entity_uid_index" ON "tasks" USING btree ("entity_uid");--> statement-breakpoint
CREATE INDEX "tasks_store_uid_index" ON "tasks" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "tasks_assignee_uid_index" ON "tasks" USING btree ("assignee_uid");--> statement-breakpoint
CREATE INDEX "tasks_done_by_uid_index" ON "tasks" USING btree ("done_by_uid");--> statement-breakpoint
CREATE INDEX "tasks_created_by_uid_index" ON "tasks" USING btree ("created_by_uid");--> statement-breakpoint
CREATE INDEX "tasks_open_idx" ON "tasks" USING btree ("due_at") WHERE "tasks"."done_at" is null;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_owner_uid_staff_uuid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_placed_by_uid_staff_uuid_fk" FOREIGN KEY ("placed_by_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_owner_uid_staff_uuid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."staff"("uuid") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "customers_created_at_uuid_index" ON "customers" USING btree ("created_at","uuid");--> statement-breakpoint
CREATE INDEX "customers_person_idx" ON "customers" USING gin (lower("first_name" || ' ' || "last_name" || ' ' || coalesce("phone", '') || ' ' || coalesce("email", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "leads_created_at_uuid_index" ON "leads" USING btree ("created_at","uuid");--> statement-breakpoint
CREATE INDEX "leads_owner_idx" ON "leads" USING btree ("owner_uid") WHERE "leads"."owner_uid" is not null;--> statement-breakpoint
CREATE INDEX "leads_waiting_idx" ON "leads" USING btree ("created_at") WHERE "leads"."state" in ('new', 'open');--> statement-breakpoint
CREATE INDEX "leads_person_idx" ON "leads" USING gin (lower("name" || ' ' || "phone" || ' ' || coalesce("email", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_created_at_uuid_index" ON "orders" USING btree ("created_at","uuid");--> statement-breakpoint
CREATE INDEX "orders_placed_by_idx" ON "orders" USING btree ("placed_by_uid") WHERE "orders"."placed_by_uid" is not null;--> statement-breakpoint
CREATE INDEX "orders_owner_idx" ON "orders" USING btree ("owner_uid") WHERE "orders"."owner_uid" is not null;--> statement-breakpoint
CREATE INDEX "orders_open_idx" ON "orders" USING btree ("store_uid","created_at") WHERE "orders"."status" in ('payment', 'accepted', 'in_process', 'delivery_in_process');--> statement-breakpoint
CREATE INDEX "orders_person_idx" ON "orders" USING gin (lower("number" || ' ' || "first_name" || ' ' || "last_name" || ' ' || "phone" || ' ' || "email") gin_trgm_ops);