CREATE TABLE "document_series" (
	"company_uid" uuid NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_series_company_uid_kind_year_pk" PRIMARY KEY("company_uid","kind","year")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"store_uid" uuid NOT NULL,
	"order_uid" uuid NOT NULL,
	"payment_uid" uuid NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer,
	"number" text NOT NULL,
	"link" text,
	"allocation_number" text,
	"credits_uid" uuid,
	"net_agorot" bigint NOT NULL,
	"vat_agorot" bigint NOT NULL,
	"total_agorot" bigint NOT NULL,
	"vat_bp" integer NOT NULL,
	"content" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_sequence" UNIQUE("company_uid","provider","kind","year","sequence"),
	CONSTRAINT "documents_number" UNIQUE("company_uid","provider","kind","number"),
	CONSTRAINT "documents_sum" CHECK ("documents"."total_agorot" = "documents"."net_agorot" + "documents"."vat_agorot" and "documents"."total_agorot" > 0)
);
--> statement-breakpoint
DROP INDEX "outbox_due_idx";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "about" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "order_uid" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "gave_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "document_series" ADD CONSTRAINT "document_series_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_payment_uid_payments_uuid_fk" FOREIGN KEY ("payment_uid") REFERENCES "public"."payments"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_credits_uid_documents_uuid_fk" FOREIGN KEY ("credits_uid") REFERENCES "public"."documents"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_one_per_payment_idx" ON "documents" USING btree ("payment_uid") WHERE "documents"."credits_uid" is null;--> statement-breakpoint
CREATE INDEX "documents_order_uid_index" ON "documents" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "documents_company_uid_issued_at_index" ON "documents" USING btree ("company_uid","issued_at");--> statement-breakpoint
CREATE INDEX "outbox_order_idx" ON "outbox" USING btree ("order_uid") WHERE "outbox"."order_uid" is not null;--> statement-breakpoint
CREATE INDEX "outbox_due_idx" ON "outbox" USING btree ("next_attempt_at") WHERE "outbox"."sent_at" is null and "outbox"."gave_up_at" is null;--> statement-breakpoint
-- A document that was issued stays as it is. Mistakes are mended by a credit and a new document.
CREATE FUNCTION refuse_document_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'documents are never changed or deleted' USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER unchanging BEFORE UPDATE OR DELETE ON documents FOR EACH ROW EXECUTE FUNCTION refuse_document_change();
--> statement-breakpoint
CREATE TRIGGER unemptied BEFORE TRUNCATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_document_change();
